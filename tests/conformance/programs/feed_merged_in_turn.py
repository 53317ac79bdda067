# expect: SES203
"""Two dictionaries that are fed take over each other's values in turn."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
keep = tf.placeholder_with_default(1.0, [])
total = tf.reduce_sum(x * keep)
with tf.Session() as sess:
    one = {x: np.ones([2, 2])}
    other = {keep: 0.5}
    for step in range(2):
        one.update(other)
        other.update(one)
        print(sess.run(total, other))
