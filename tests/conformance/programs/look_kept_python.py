# expect: native, parity, prints otherwise: how tensors are shown when the graph is built
"""Ordinary statements stand beside a print of the graph that nothing fetches, in one condition."""

import numpy as np
import tensorflow as tf

VERBOSE = True
turns = 1
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
unused = tf.matmul(x, x, transpose_b=True)
if VERBOSE:
    print('unused', unused)
    turns = 3
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(turns):
        print(sess.run([train_op, loss], {x: np.ones([2, 2])})[1])
