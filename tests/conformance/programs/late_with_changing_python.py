# expect: lower
"""A Python value in what is built late changes between the calls."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.square(x)
scale = 1.0
sess = tf.Session()


def ask(values):
    scaled = y * scale
    return sess.run(scaled, {x: values})


print(ask([1.0, 2.0]))
scale = 10.0
print(ask([1.0, 2.0]))
