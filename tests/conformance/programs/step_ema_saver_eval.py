# expect: compat, parity
"""Averages by a method of an object that keeps them, read by a run of its own."""

import numpy as np
import tensorflow as tf


class Averages(object):
    def __init__(self, decay):
        self.ema = tf.train.ExponentialMovingAverage(decay=decay)

    def update(self, values):
        self.op = self.ema.apply(values)
        return self.op


rng = np.random.RandomState(63)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
averages = Averages(0.5)
update = averages.update([w])
mean_w = averages.ema.average(w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(train_op, {x: rng.rand(4, 3)})
        sess.run(update)
        print(i, sess.run(mean_w).ravel(), sess.run(w).ravel())
