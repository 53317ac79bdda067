# expect: compat, parity
"""Each branch feeds other placeholders; one of them has a default."""

import numpy as np
import tensorflow as tf

a = tf.placeholder(tf.float32, [None])
b = tf.placeholder_with_default(np.float32(2.0), [])
total = tf.reduce_sum(a) * b
with tf.Session() as sess:
    for i in range(4):
        if i % 2:
            feed = {a: [1.0, 2.0]}
        else:
            feed = {a: [1.0, 2.0], b: 3.0}
        print(sess.run(total, feed_dict=feed))
