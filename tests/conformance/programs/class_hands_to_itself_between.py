# expect: native, parity
"""__init__ hands its session to a method, and builds on from what that has run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(53)


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.out = tf.matmul(self.x, w)
        self.scale = 1.0
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.measure(self.sess)
        self.loss = tf.reduce_mean(tf.square(self.out / self.scale - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def measure(self, sess):
        self.scale = float(sess.run(self.out, {self.x: np.ones((1, 2))})[0, 0])

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


net = Net()
for step in range(3):
    print(step, net.train(rng.rand(4, 2)))
