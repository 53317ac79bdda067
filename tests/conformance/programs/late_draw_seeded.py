# expect: lower
"""Noise with a seed is built in the loop: each turn draws the first number of its own stream."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.reduce_sum(x)
with tf.Session() as sess:
    for k in range(3):
        noisy = y + tf.random_uniform([], seed=4)
        print(sess.run(noisy, {x: np.ones(2)}))
    for k in range(2):
        dropped = tf.nn.dropout(x, 0.5, seed=4)
        print(sess.run(dropped, {x: np.ones(8)}))
