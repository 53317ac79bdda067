# expect: lower
"""A part of a shape that is not known is compared: it was not equal to a number, nor unequal."""

import numpy as np
import tensorflow as tf


def scaled(x, wanted):
    return x * 2.0 if wanted != 4 else x


x = tf.placeholder(tf.float32, [None, 3])
rows = x.get_shape()[0]
out = scaled(x, rows)
with tf.Session() as sess:
    print(sess.run(out, {x: np.ones((2, 3))}))
