# expect: compat, parity
"""A method that changes its object only by that of the class above, and one that names this class."""

import numpy as np
import tensorflow as tf


class Base(object):
    def __init__(self):
        self.loss = self.bias = tf.zeros([])

    def build(self, x):
        self.loss = tf.reduce_sum(x)

    def shift(self, x):
        self.bias = tf.reduce_mean(x)


class Net(Base):
    def build(self, x):
        super(Net, self).build(x)

    def shift(self, x):
        Base.shift(self, x)


x = tf.placeholder(tf.float32, [None, 3])
weights = tf.get_variable('weights', [3], initializer=tf.ones_initializer())
net = Net()
net.build(x * weights)
net.shift(x)
total = net.loss + net.bias

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run(total, {x: np.full((2, 3), step + 1.0)}))
