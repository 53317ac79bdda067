# expect: lower
"""A name of the function is one part of the graph in the first turn, and another one in the others."""

import numpy as np
import tensorflow as tf


def evaluate(sess, first, then, x, data):
    value = first
    for turn in range(2):
        print(sess.run(value, {x: data}))
        value = then


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
total, largest = tf.reduce_sum(x * w), tf.reduce_max(x * w)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    evaluate(sess, total, largest, x, np.arange(6.0).reshape(2, 3))
