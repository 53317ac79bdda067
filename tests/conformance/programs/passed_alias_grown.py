# expect: lower
"""A function lists what to fetch, and then some more."""

import numpy as np
import tensorflow as tf


def evaluate(sess, total, largest, x, data, both):
    fetches = [total]
    if both:
        fetches.append(largest)
    return sess.run(fetches, {x: data})


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
total, largest = tf.reduce_sum(x * w), tf.reduce_max(x * w)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(evaluate(sess, total, largest, x, np.arange(6.0).reshape(2, 3), False))
    print(evaluate(sess, total, largest, x, np.arange(6.0).reshape(2, 3), True))
