# expect: safe wrapped
"""A model whose module is imported by its name: one of them counts its calls, where the other builds."""

import importlib
import sys

import numpy as np
import tensorflow as tf


def main():
    net = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else 'counting_net')
    x = tf.placeholder(tf.float32, [None, 2])
    loss = tf.reduce_mean(tf.square(net.output(x) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            print(i, sess.run([train_op, loss], {x: np.full((2, 2), i, np.float32)})[1])
        print(sess.run(net.again()))


if __name__ == '__main__':
    main()
