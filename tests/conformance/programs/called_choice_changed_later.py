# expect: SES254, parity
"""A function that the block chose is another one by the time that the graph runs."""

import numpy as np
import tensorflow as tf


def double(x):
    return tf.multiply(x, 2.0)


def half(x):
    return tf.multiply(x, 0.5)


x = tf.placeholder(tf.float32, [3])
change = double if np.ones(1) > 0 else half
out = change(x)
change = half
with tf.Session() as sess:
    print(sess.run(out, {x: np.ones(3)}))
    print(change)
