# expect: lower
"""Losses are kept in a set of tensors, each once, in no order."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.3))
first = tf.reduce_sum(tf.square(x - w))
second = tf.reduce_sum(tf.abs(x))
losses = {first, second, first}
loss = tf.add_n([0.5 * one for one in losses])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([loss, train_op], {x: np.arange(3.0)})[0])
