# expect: SES252 wrapped, parity
"""Imports a module by a computed name between two parts of the graph, which changes what both read."""

import importlib

import numpy as np
import tensorflow as tf

import settings


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    y = settings.scaled(tf.matmul(x, w))
    importlib.import_module(''.join(['lar', 'ger']))
    loss = tf.reduce_mean(tf.square(settings.scaled(y) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train_op, loss], {x: np.eye(2)})[1])


if __name__ == '__main__':
    main()
