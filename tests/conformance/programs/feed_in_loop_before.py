# expect: SES203
"""A loop feeds placeholders before the rest of the graph is built: there is no step yet to know the keys."""

import numpy as np
import tensorflow as tf

xs = [tf.placeholder(tf.float32, [size]) for size in range(1, 4)]
feed = {}
for size, x in enumerate(xs):
    feed[x] = np.ones(size + 1)
total = tf.add_n([tf.reduce_sum(x) for x in xs])
with tf.Session() as sess:
    print(sess.run(total, feed))
