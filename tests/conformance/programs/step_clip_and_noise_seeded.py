# expect: safe native
"""Noise from an operation with a seed in a train step; the evaluation is without it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(98)
x = tf.placeholder(tf.float32, [None, 3])
sigma = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
noisy = x + sigma * tf.random_normal(tf.shape(x), seed=5)
loss = tf.reduce_mean(tf.square(tf.matmul(noisy, w) - 1.0))
clean = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        sess.run(train_op, {x: bx, sigma: 0.0})
        print(i, sess.run(clean, {x: bx}))
