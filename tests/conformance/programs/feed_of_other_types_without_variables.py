# expect: native, parity
"""A graph without variables is fed numbers for a condition, and whole floats for a count."""

import numpy as np
import tensorflow as tf

train = tf.placeholder(tf.bool, [])
k = tf.placeholder(tf.int32, [None])
out = k * 2 - tf.cast(tf.logical_not(train), tf.int32) * k
with tf.Session() as sess:
    for i in range(3):
        print(sess.run(out, feed_dict={train: i % 2, k: np.arange(3.0)}))
        print(sess.run(out, feed_dict={train: 0.0, k: [1.0, 2.0 * i]}))
