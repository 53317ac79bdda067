# expect: compat, parity
"""A parameter has the name of the placeholder that is its default, which a run does not need."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
shift = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))


def net(rows, shift=shift):
    return tf.reduce_sum(tf.matmul(rows, w)) + shift


moved = net(x)
loss = net(x, shift=1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([train_op, loss], {x: np.ones([2, 3])})[1], sess.run(moved, {x: np.ones([1, 3]), shift: step}))
