# expect: lower
"""A variable is made in the loop, a new one in every turn."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.reduce_sum(x)
with tf.Session() as sess:
    for k in range(3):
        offset = tf.Variable(tf.constant(1.0))
        shifted = y + offset
        sess.run(tf.global_variables_initializer())
        print(sess.run(shifted, {x: np.ones(2)}), offset.name)
