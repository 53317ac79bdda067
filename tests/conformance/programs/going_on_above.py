# expect: native, parity
"""The methods stand in another order than they run in: the last that builds above what it goes on with."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(55)


class Net(object):
    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]

    def finish(self, rate):
        # what it is to give
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def begin(self):
        # of two columns
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.out = tf.matmul(self.x, w)  # without a bias

    def __init__(self):
        self.steps = 3


net = Net()
net.begin()
net.finish(0.1)
for step in range(net.steps):
    print(step, net.train(rng.rand(4, 2)))
