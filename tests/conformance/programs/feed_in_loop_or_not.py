# expect: SES203
"""A key is one of a loop in some turns, and another one in others."""

import numpy as np
import tensorflow as tf

xs = [tf.placeholder_with_default(tf.zeros([2]), [2]) for _ in range(3)]
total = tf.add_n([tf.reduce_sum(x) for x in xs])
x = xs[0]
with tf.Session() as sess:
    for step in range(2):
        feed = {}
        if step:
            for x in xs:
                feed[x] = np.ones(2)
        feed[x] = np.full(2, 3.0)
        print(sess.run(total, feed))
