# expect: safe native
"""Two models of unnamed layers; one run needs the second alone."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(25)
x = tf.placeholder(tf.float32, [None, 3])
first = tf.layers.dense(x, 1, kernel_initializer=tf.constant_initializer(0.1))
second = tf.layers.dense(x, 1, kernel_initializer=tf.constant_initializer(0.7))
loss2 = tf.reduce_mean(tf.square(second - 1.0))
train2 = tf.train.GradientDescentOptimizer(0.1).minimize(loss2)
both = tf.reduce_mean(first + second)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        print(sess.run([train2, loss2], {x: bx})[1])
        print(sess.run(both, {x: bx}), sess.run(first, {x: bx}).sum())
