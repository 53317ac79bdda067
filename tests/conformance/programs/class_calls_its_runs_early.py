# expect: lower
"""__init__ builds on from what a method that it calls has run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(15)


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.out = tf.matmul(self.x, w)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.scale = 1.0
        self.calibrate()
        self.loss = tf.reduce_mean(tf.square(self.out * self.scale - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def calibrate(self):
        self.scale = 1.0 / float(self.sess.run(self.out, {self.x: np.ones((1, 3))})[0, 0])

    def train(self, x):
        return self.sess.run([self.train_op, self.loss], {self.x: x})[1]


net = Net()
for step in range(3):
    print(step, net.train(rng.rand(5, 3)))
