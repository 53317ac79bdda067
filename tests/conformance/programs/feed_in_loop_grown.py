# expect: SES203
"""A loop takes keys from a list that grows before the run that they are fed to."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(np.float32(1.0), [])
holders = [x]
total = tf.reduce_sum(x) * y
with tf.Session() as sess:
    feed = {}
    for key, value in zip(holders, [np.ones(3), 5.0]):
        feed[key] = value
    holders.append(y)
    print(sess.run(total, feed))
