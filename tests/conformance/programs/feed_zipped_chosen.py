# expect: lower
"""Not every pair is fed, and a key is a value too."""

import numpy as np
import tensorflow as tf

x = tf.placeholder_with_default(np.float32(2.0), [])
y = tf.placeholder_with_default(np.float32(3.0), [])
total = x * y

with tf.Session() as sess:
    print(sess.run(total, {k: v for k, v in zip([x, y], [1.0, None]) if v is not None}))
    print(sess.run(total, {k: float(k.shape.ndims) for k, v in zip([x, y], [1.0, None])}))
