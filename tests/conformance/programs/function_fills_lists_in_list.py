# expect: native
"""A function adds to the lists that are in its argument, by another name."""

import numpy as np
import tensorflow as tf


def fill(rows, value):
    for row in rows:
        row.append(value)


x = tf.placeholder(tf.float32, [None, 3])
rows = [[], []]
rows[0].append(tf.reduce_sum(x))
fill(rows, tf.reduce_mean(x))
total = tf.add_n(rows[0])

with tf.Session() as sess:
    print(sess.run(total, {x: np.full((2, 3), 2.0)}))
