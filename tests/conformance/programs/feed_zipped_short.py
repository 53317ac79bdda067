# expect: lower
"""A list of placeholders is longer than that of the values: one of them has a value of its own."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder_with_default(np.float32(3.0), [])
total = tf.reduce_sum(x) * y
batches = [[np.ones(2)], [np.ones(3), 0.5]]

with tf.Session() as sess:
    for batch in batches:
        print(sess.run(total, feed_dict=dict(zip([x, y], batch))))
