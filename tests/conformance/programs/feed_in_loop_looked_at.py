# expect: lower
"""A loop feeds placeholders by values that it makes of their shapes."""

import numpy as np
import tensorflow as tf

xs = [tf.placeholder(tf.float32, [size]) for size in range(1, 4)]
total = tf.add_n([tf.reduce_sum(x) for x in xs])
with tf.Session() as sess:
    for step in range(2):
        feed = {}
        for x in xs:
            feed[x] = np.ones(x.shape.as_list())
        print(sess.run(total, feed))
