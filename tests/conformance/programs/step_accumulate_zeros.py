# expect: safe wrapped
"""Gradients of several batches are added up in variables of a comprehension."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(65)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
opt = tf.train.MomentumOptimizer(0.05, 0.9)
grads = opt.compute_gradients(loss)
sums = [tf.Variable(tf.zeros(v.get_shape()), trainable=False) for _, v in grads]
clear = [s.initializer for s in sums]
add = [tf.assign_add(s, g) for s, (g, _) in zip(sums, grads)]
apply = opt.apply_gradients([(s / 2.0, v) for s, (_, v) in zip(sums, grads)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(clear)
        for _ in range(2):
            bx = rng.rand(4, 3)
            sess.run(add, feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
        sess.run(apply)
        print(step, sess.run(w).ravel(), sess.run(b))
