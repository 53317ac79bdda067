# expect: compat, parity
"""A list of placeholders is not what it was, where it is fed: each run has the keys of its own time."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(np.float32(1.0), [])
holders = [x]
total = tf.reduce_sum(x) * y

with tf.Session() as sess:
    print(sess.run(total, dict(zip(holders, [np.ones(3), 5.0]))))
    holders.append(y)
    print(sess.run(total, dict(zip(holders, [np.ones(3), 5.0]))))
