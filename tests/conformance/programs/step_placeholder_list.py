# expect: safe compat
"""Placeholders in a list are fed by zip, to assign weights from outside."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(69)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
params = tf.trainable_variables()
holders = [tf.placeholder(tf.float32, p.get_shape()) for p in params]
assigns = [tf.assign(p, h) for p, h in zip(params, holders)]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    best = sess.run(params)
    for i in range(4):
        sess.run(train_op, {x: rng.rand(4, 3)})
        if i == 1:
            best = sess.run(params)
    sess.run(assigns, feed_dict=dict(zip(holders, best)))
    sess.run(train_op, feed_dict={x: np.ones((2, 3))})
    print([p.sum() for p in sess.run(params)], [p.sum() for p in best])
