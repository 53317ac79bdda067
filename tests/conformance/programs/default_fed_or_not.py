# expect: native
"""Placeholders with numbers for defaults: some runs feed them, others do not, and one fetches one."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 3], name='x')
training = tf.placeholder_with_default(False, shape=(), name='training')
scale = tf.placeholder_with_default(input=0.5, shape=None)
count = tf.placeholder_with_default(2, [])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
h = tf.cond(training, lambda: tf.matmul(x, w) * 0.5, lambda: tf.matmul(x, w)) * scale
loss = tf.reduce_mean(tf.square(h - tf.reduce_sum(tf.ones([count]))))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        print(sess.run([loss, train_op], {x: batch, training: True, count: step + 1})[0])
        print(sess.run(loss, {x: batch, scale: [[0.1 * step]]}), sess.run(loss, {x: batch}))
        sess.run(train_op, {x: batch})
        print(sess.run([training, count]), sess.run(training, {training: True}))
