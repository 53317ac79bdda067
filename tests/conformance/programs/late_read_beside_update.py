# expect: native, parity
"""What is built late is computed from the weights that the same run updates: before it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        largest = tf.reduce_max(tf.abs(out))
        _, value = sess.run([train_op, largest], {x: np.array([[1.0, 2.0], [3.0, -1.0]]) + i})
        print(i, value)
