# expect: lower
"""What a method that __init__ calls has trained is initialised again behind it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(16)


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.start()
        self.warm_up()
        self.sess.run(tf.global_variables_initializer())

    def start(self):
        self.sess.run(tf.global_variables_initializer())

    def warm_up(self):
        print('first', self.train(np.ones((2, 3))))

    def train(self, x):
        return self.sess.run([self.train_op, self.loss], {self.x: x})[1]


net = Net()
for step in range(3):
    print(step, net.train(rng.rand(5, 3)))
