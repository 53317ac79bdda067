# expect: native, parity
"""The rate follows a step that is fed, and a boundary list."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(78)
x = tf.placeholder(tf.float32, [None, 3])
epoch = tf.placeholder(tf.int32, [])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
rate = tf.train.piecewise_constant(epoch, [1, 2], [0.3, 0.2, 0.1])
train_op = tf.train.MomentumOptimizer(rate, 0.9, use_nesterov=True).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for e in range(4):
        _, r, value = sess.run([train_op, rate, loss], feed_dict={x: rng.rand(4, 3), epoch: e})
        print(e, r, value)
