# expect: compat, parity
"""A list holds what a function makes."""

import numpy as np
import tensorflow as tf


class Dense(object):
    def __init__(self, rows, start):
        self.kernel = tf.Variable(start * tf.ones([rows, 1]))


def make(rows):
    return Dense(rows, 0.5)


x = tf.placeholder(tf.float32, [None, 3])
layers = [make(3)]
outputs = tf.matmul(x, layers[0].kernel)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(outputs, {x: np.ones((2, 3))}))
