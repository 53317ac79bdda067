# expect: lower
"""A list of placeholders gets its name again for others, after what is fed was written for the first."""

import numpy as np
import tensorflow as tf

xs = [tf.placeholder_with_default(2.0, []) for _ in range(2)]
total = xs[0] * 10.0 + xs[1]
feeds = {xs[i]: 1.0 + i for i in range(2)}
xs = [tf.placeholder_with_default(3.0, []) for _ in range(2)]
total = total + xs[0] * 1000.0 + xs[1] * 100.0
with tf.Session() as sess:
    print(sess.run(total, feeds))
