# expect: wrapped, parity
"""The module of a network notes something where it is imported, which each trace would find and change."""

import numpy as np
import tensorflow as tf

from net import network

x = tf.placeholder(tf.float32, [None, 4])
y, known = network(x)
loss = tf.reduce_mean(tf.square(y - float(known[0])))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print('%.6f' % sess.run([train_op, loss], feed_dict={x: np.eye(4)})[1])
