# expect: lower
"""The function takes a placeholder out of what it is passed, between two runs."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(5.0, [])
total = tf.reduce_sum(x) + y


def run(sess, feed):
    before = sess.run(total, feed)
    feed.pop(y)
    return before, sess.run(total, feed)


with tf.Session() as sess:
    given = {x: np.ones(2), y: 2.0}
    print(run(sess, given))
    print(len(given))
