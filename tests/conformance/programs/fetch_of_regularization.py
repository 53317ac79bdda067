# expect: native, parity
"""The regularisation of all variables is added where it is fetched."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    u = tf.get_variable('u', [3], initializer=tf.constant_initializer(2.0), regularizer=tf.nn.l2_loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(loss + tf.losses.get_regularization_loss(), {x: data, y: labels}))


main()
