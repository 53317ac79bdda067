# expect: safe wrapped
"""The graph is built with the variable of a finished loop of Python's, which another loop changes."""

import numpy as np
import tensorflow as tf

sizes = []
for scale in (3.0, 2.0):
    sizes.append(scale)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x * scale, w) - 1.0))
for scale in (0.5, 0.25):
    sizes.append(scale)
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([train_op, loss], {x: np.ones((2, 2)) * step})[1], sizes)
