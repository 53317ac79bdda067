# expect: SES209
"""Layers known by their order alone, the first of them behind a seeded draw: one operation for both runs."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
noise = tf.random_normal([3], seed=4)
first = tf.reduce_sum(tf.layers.dense(x + noise, 2))
second = tf.reduce_sum(tf.layers.dense(x, 1))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(2):
        print(sess.run(first, {x: np.ones([2, 3])}), sess.run(second, {x: np.ones([2, 3])}))
