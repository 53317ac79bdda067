# expect: SES215
"""Dropout with a seed in sessions one after the other, each of which begins its numbers anew."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.random_normal([3, 1], seed=5), name='w')
h = tf.nn.dropout(tf.matmul(x, w), 0.5, seed=9)
loss = tf.reduce_mean(tf.square(h - y))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
for run in range(2):
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            l, _ = sess.run([loss, step], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
            print(repr(l))
