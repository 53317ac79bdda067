# expect: SES203
"""What a function gives is not only filled by it: it looks into the dictionary."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
y = tf.placeholder(tf.float32, [2])
total = tf.reduce_sum(x * y)


def feed_of(values, both):
    feed = {x: values}
    if both:
        feed.update({y: values})
    print(len(feed))
    return feed


with tf.Session() as sess:
    feed = feed_of(np.ones(2), True)
    print(sess.run(total, feed))
