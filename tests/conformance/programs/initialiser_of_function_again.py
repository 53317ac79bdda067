# expect: SES215 wrapped
"""A function of several ways gives what initialises variables, which is run for each fold."""

import numpy as np
import tensorflow as tf


def build(x):
    if x is None:
        return None
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    return loss, train_op, tf.global_variables_initializer()


x = tf.placeholder(tf.float32, [None, 4])
loss, train_op, init = build(x)
with tf.Session() as sess:
    for fold in range(2):
        sess.run(init)
        for step in range(2):
            print(sess.run([train_op, loss], {x: np.eye(4)})[1])
