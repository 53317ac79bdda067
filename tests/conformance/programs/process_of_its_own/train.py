# expect: native, parity
"""Trains a network whose module tries it where it is the program, and that other programs build, too."""

import numpy as np
import tensorflow as tf

from net import network


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    y, known = network(x)
    loss = tf.reduce_mean(tf.square(y - known['last']))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print('%.6f' % sess.run([train_op, loss], feed_dict={x: np.eye(4)})[1])


if __name__ == '__main__':
    main()
