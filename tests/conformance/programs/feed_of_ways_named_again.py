# expect: SES203
"""A loop in the function gives the name of what it returns another dictionary."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
total = tf.reduce_sum(x)


def feed_of(values):
    feed = {x: values}
    for feed in [{x: values + 1.0}]:
        feed.update({x: values})
    return feed


with tf.Session() as sess:
    feed = feed_of(np.ones(2))
    print(sess.run(total, feed))
