# expect: lower
"""The graph is given a method by another name, which reads what another method changes."""

import numpy as np
import tensorflow as tf


def of(net):
    return net.scale


class Net(object):
    def __init__(self):
        self.scale = 2.0
        self.fn = self.scaled
        self.x = tf.placeholder(tf.float32, [2, 3])
        self.many = tf.map_fn(self.fn, tf.constant([1.0, 2.0]))
        self.sess = tf.Session()

    def scaled(self, c):
        return c * self.x * self.scale

    def train(self):
        self.scale = 9.0

    def test(self):
        print(self.sess.run(self.many, {self.x: np.ones((2, 3))}).round(5).tolist())


net = Net()
net.train()
net.test()
