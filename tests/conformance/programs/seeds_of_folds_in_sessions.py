# expect: SES215
"""Folds within sessions, with seeds: the first fold of each session begins as that of the others."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.random_normal([3, 1], seed=5), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
for run in range(2):
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        for fold in range(2):
            sess.run(tf.global_variables_initializer())
            for i in range(2):
                l, _ = sess.run([loss, step], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
                print(repr(l))
