# expect: lower
"""A function of the program takes a key out of what is fed."""

import tensorflow as tf


def without_last(given):
    given.popitem()
    return given


x = tf.placeholder(tf.float32, [])
y = tf.placeholder_with_default(5.0, [])
total = x + y
with tf.Session() as sess:
    feed = {x: 1.0, y: 2.0}
    print(sess.run(total, feed_dict=feed))
    without_last(feed)
    print(sess.run(total, feed_dict=feed))
