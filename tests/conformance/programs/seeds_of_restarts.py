# expect: native, parity
"""Weights with a seed, initialised again in one session, and in another, which begins as the first did."""

import numpy as np
import tensorflow as tf


def weight(shape):
    initial = tf.truncated_normal(shape, stddev=0.1, seed=11)
    return tf.Variable(initial)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
h = tf.nn.relu(tf.matmul(x, weight([3, 4])) + 0.1)
loss = tf.reduce_mean(tf.square(tf.matmul(h, weight([4, 1])) - y))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
init = tf.global_variables_initializer()
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(init)
    for i in range(2):
        feed = {x: rng.rand(8, 3), y: rng.rand(8, 1)}
        sess.run(step, feed)
        print(repr(sess.run(loss, feed)))
    sess.run(init)
    for i in range(2):
        feed = {x: rng.rand(8, 3), y: rng.rand(8, 1)}
        sess.run(step, feed)
        print(repr(sess.run(loss, feed)))
with tf.Session() as sess:
    sess.run(init)
    for i in range(2):
        feed = {x: rng.rand(8, 3), y: rng.rand(8, 1)}
        sess.run(step, feed)
        print(repr(sess.run(loss, feed)))
