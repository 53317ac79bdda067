# expect: safe wrapped
"""A name scope is opened for the targets and again for the weights; the prediction needs the second alone."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(60)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
with tf.name_scope('linear'):
    target = y * 2.0 - 1.0
with tf.name_scope('linear'):
    w = tf.Variable(tf.fill([3, 1], 0.2), name='w')
    pred = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(pred - target))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        sess.run(train_op, {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, sess.run(pred, {x: np.ones((1, 3))}))
