# expect: native, parity
"""__init__ calls a method that finishes the graph, and stands above the one with the placeholder."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(56)


class Net(object):
    def __init__(self, rate):
        self.rate = rate
        self.finish()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def finish(self):
        self.inputs()
        self.out = tf.layers.dense(self.x, 1, kernel_initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        self.train_op = tf.train.AdamOptimizer(self.rate).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]

    def inputs(self):
        self.x = tf.placeholder(tf.float32, [None, 2])


net = Net(0.1)
for step in range(3):
    print(step, net.train(rng.rand(4, 2)))
