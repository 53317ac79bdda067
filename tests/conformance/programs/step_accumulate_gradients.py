# expect: compat, parity
"""Gradients of several batches are added up in variables and applied together."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(22)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(np.full((3, 1), 0.1, np.float32))
b = tf.Variable(np.zeros(1, np.float32))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
opt = tf.train.AdamOptimizer(0.05)
tvs = tf.trainable_variables()
accum_vars = [tf.Variable(tf.zeros_like(tv.initialized_value()), trainable=False) for tv in tvs]
zero_ops = [tv.assign(tf.zeros_like(tv)) for tv in accum_vars]
gvs = opt.compute_gradients(loss, tvs)
accum_ops = [accum_vars[i].assign_add(gv[0]) for i, gv in enumerate(gvs)]
train_step = opt.apply_gradients([(accum_vars[i], gv[1]) for i, gv in enumerate(gvs)])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(zero_ops)
        for _ in range(2):
            bx = rng.rand(4, 3)
            sess.run(accum_ops, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
        sess.run(train_step)
        print(step, sess.run(w).ravel(), sess.run(b))
