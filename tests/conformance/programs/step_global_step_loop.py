# expect: native, parity
"""The loop ends when the global step says so, and the rate follows it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(11)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
global_step = tf.Variable(0, trainable=False, name='global_step')
rate = tf.train.exponential_decay(0.2, global_step, 2, 0.5, staircase=True)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, global_step=global_step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while tf.train.global_step(sess, global_step) < 5:
        bx = rng.rand(8, 3)
        feed = {x: bx, y: bx.sum(1, keepdims=True)}
        sess.run(train_op, feed_dict=feed)
        lr, now = sess.run([rate, loss], feed_dict=feed)
        print(sess.run(global_step), lr, now)
