# expect: lower
"""Two variables begin with one random tensor, in two runs: each of these draws the numbers anew."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
drawn = tf.random_normal([3, 3], seed=7)
half = drawn * 0.5
a = tf.Variable(half, name='a')
b = tf.Variable(tf.abs(half), name='b')
loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, a), b) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.variables_initializer([a]))
    sess.run(tf.variables_initializer([b]))
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.full([2, 3], step + 1.0)})[1])
