# expect: compat
"""A function asks layers in a list for their outputs, and they remember these."""

import numpy as np
import tensorflow as tf


class Dense(object):
    def __init__(self, rows, columns):
        self.kernel = tf.Variable(tf.ones([rows, columns]))
        self.size = tf.reduce_sum(self.kernel)

    def forward(self, x):
        self.size = tf.reduce_sum(x)
        return tf.matmul(x, self.kernel)


def through(layers, x):
    for layer in layers:
        x = layer.forward(x)
    return x


x = tf.placeholder(tf.float32, [None, 3])
layers = []
first = Dense(3, 2)
layers.append(first)
second = Dense(2, 1)
layers.append(second)
outputs = through(layers, x)
size = tf.identity(first.size)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([outputs, size], {x: np.full((4, 3), 2.0)}), sess.run(size, {x: np.ones((4, 3))}))
