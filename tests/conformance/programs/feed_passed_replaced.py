# expect: lower
"""The function feeds something else in one turn of its loop."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(5.0, [])
total = tf.reduce_sum(x) + y


def run(sess, feed):
    values = []
    for i in range(3):
        values.append(sess.run(total, feed))
        feed = {x: np.zeros(1), y: float(i)}
    return values


with tf.Session() as sess:
    given = {x: np.ones(2), y: 2.0}
    print(run(sess, given))
