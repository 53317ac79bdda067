# expect: wrapped, parity
"""Processes of a pool build graphs by a function of the program, and run them."""

import multiprocessing

import numpy as np
import tensorflow as tf
from tensorflow.python.util import compat


def summed(rows):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 2])
        total = tf.reduce_sum(tf.square(x))
        with tf.Session() as session:
            return float(session.run(total, {x: rows}))


def prepared():
    with multiprocessing.Pool(2) as pool:
        return pool.map(summed, [np.ones([2, 2]), np.full([3, 2], 2.0)])


if __name__ == '__main__':
    rates = prepared()
    print(rates, compat.as_str(b'rates'))
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(1.0))
    loss = tf.reduce_sum(tf.square(w)) * rates[0]
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    options = tf.RunOptions(timeout_in_ms=60000)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            print(session.run([train_op, loss], options=options)[1])
