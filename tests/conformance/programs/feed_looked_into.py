# expect: lower
"""A dictionary that is fed is also walked through: its keys are tensors there."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None], name='numbers')
total = tf.reduce_sum(x)
with tf.Session() as sess:
    feed = {x: np.arange(3)}
    print(sess.run(total, feed_dict=feed))
    for key, value in feed.items():
        print(key.name, value)
