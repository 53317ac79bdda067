# expect: safe compat
"""A variable is called as an operation is called that stands before it."""

import numpy as np
import tensorflow as tf


def build(x, y):
    centred = tf.subtract(y, 1.0, name='weights')
    w = tf.Variable(tf.fill([3, 1], 0.2), name='weights')
    pred = tf.matmul(x, w)
    return pred, tf.reduce_mean(tf.square(pred - centred)), w


rng = np.random.RandomState(61)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
pred, loss, w = build(x, y)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
norm = tf.norm(w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        sess.run(train_op, {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, sess.run(norm), sess.run(pred, {x: bx, y: bx[:, :1]}).sum())
