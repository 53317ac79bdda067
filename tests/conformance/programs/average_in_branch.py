# expect: compat, parity
"""Batch normalisation by hand: one branch updates moving averages of the batch, the other uses them."""

import numpy as np
import tensorflow as tf


def normalised(values, units, training):
    offset = tf.Variable(tf.zeros([units]), name='offset')
    scale = tf.Variable(tf.ones([units]), name='scale')
    mean, variance = tf.nn.moments(values, [0], name='moments')
    average = tf.train.ExponentialMovingAverage(decay=0.7)

    def updated():
        update = average.apply([mean, variance])
        with tf.control_dependencies([update]):
            return tf.identity(mean), tf.identity(variance)

    def remembered():
        return average.average(mean), average.average(variance)

    m, v = tf.cond(training, updated, remembered)
    return tf.nn.batch_normalization(values, m, v, offset, scale, 1e-3)


rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None])
training = tf.placeholder(tf.bool)
w = tf.Variable(tf.truncated_normal([4, 3], stddev=0.5), name='w')
hidden = tf.nn.relu(normalised(tf.matmul(x, w), 3, training))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(hidden, 1) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        batch = rng.rand(8, 4)
        sess.run(train_op, feed_dict={x: batch, y: batch.sum(1), training: True})
        print(i, sess.run(loss, feed_dict={x: batch, y: batch.sum(1), training: False}))
