# expect: native
"""Runs fetch the elements of data sets of single tensors, through functions and methods of data sets."""

import numpy as np
import tensorflow as tf


def halved(row):
    return row / 2


rows = np.arange(12, dtype=np.float32).reshape(6, 2) / 10
data = tf.data.Dataset.from_tensor_slices(rows).map(halved).repeat().batch(2)
x = data.make_one_shot_iterator().get_next()
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        value, batch, _ = sess.run([loss, x, train_op])
        print(value, batch, sess.run(x)[0])
