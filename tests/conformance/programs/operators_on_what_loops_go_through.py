# expect: native
"""Losses are summed, and gradients scaled, by operators alone, in loops over lists; a rate goes down beside them."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
b = tf.get_variable('b', [2], initializer=tf.constant_initializer(0.1))
h = tf.matmul(x, w) + b
losses = [tf.reduce_mean(h), tf.reduce_mean(tf.square(h))]
total = 0.0
for one in losses:
    total += one
optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
scaled = []
rate = 1.0
for g, v in optimizer.compute_gradients(total):
    scaled.append((g * rate if rate < 0.6 else g, v))
    rate = rate * 0.5
train_op = optimizer.apply_gradients(scaled)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, total], {x: np.full([2, 3], step + 1.0)})[1])
