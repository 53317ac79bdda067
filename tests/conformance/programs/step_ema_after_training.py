# expect: compat, parity
"""Averages of the weights follow the training; the evaluation reads them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(14)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
global_step = tf.Variable(0, trainable=False)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
opt_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
ema = tf.train.ExponentialMovingAverage(0.9, global_step)
with tf.control_dependencies([opt_op]):
    train_op = ema.apply(tf.trainable_variables())
smooth = tf.reduce_mean(tf.square(tf.matmul(x, ema.average(w)) - y))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        bx = rng.rand(8, 3)
        feed = {x: bx, y: bx.sum(1, keepdims=True)}
        sess.run(train_op, feed_dict=feed)
        print(i, sess.run([loss, smooth], feed_dict=feed))
