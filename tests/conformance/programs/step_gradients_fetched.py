# expect: compat, parity
"""Gradients are computed, clipped one by one and looked at."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(68)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
opt = tf.train.AdamOptimizer(0.05)
grads_and_vars = opt.compute_gradients(loss)
capped = [(tf.clip_by_value(g, -0.5, 0.5), v) for g, v in grads_and_vars if g is not None]
train_op = opt.apply_gradients(capped)
dw, db = tf.gradients(loss, [w, b])
dx = tf.gradients(loss, x)[0]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        fd = {x: bx, y: bx.sum(1, keepdims=True)}
        print(i, sess.run(dw, fd).ravel(), sess.run(db, fd), sess.run(dx, fd).sum())
        sess.run(train_op, fd)
