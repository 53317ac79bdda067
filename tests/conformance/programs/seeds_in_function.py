# expect: SES209
"""Dropout with a seed in a function: two runs draw from one operation."""

import numpy as np
import tensorflow as tf


def net(x):
    w = tf.get_variable('w', [3, 1], initializer=tf.random_uniform_initializer(-1., 1., seed=5))
    return tf.nn.dropout(tf.matmul(x, w), 0.5, seed=9)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
h = net(x)
loss = tf.reduce_mean(tf.square(h - y))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        feed = {x: rng.rand(8, 3), y: rng.rand(8, 1)}
        sess.run(step, feed)
        print(repr(sess.run(loss, feed)))
