# expect: compat, parity
"""Objects with names of their own are in a list too: they are changed by one of these, and read by the other."""

import numpy as np
import tensorflow as tf


class Dense(object):
    def __init__(self, size):
        self.kernel = tf.Variable(tf.ones([size]))
        self.size = tf.reduce_sum(self.kernel)


x = tf.placeholder(tf.float32, [3])
first = Dense(3)
second = Dense(2)
layers = [first]
layers.append(second)
layers[0].size = tf.reduce_sum(x)
second.size = tf.reduce_max(x)
sizes = first.size * 10.0 + layers[1].size

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run(sizes, {x: np.arange(3.0) + step}))
