# expect: native
"""Trains with a file that has a function besides, which nothing calls, and which hands its session out."""

import numpy as np
import tensorflow as tf

import network


def main():
    x = tf.placeholder(tf.float32, [4, 2])
    loss = tf.reduce_mean(tf.square(network.out_of(x) - 2.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train_op, loss], {x: np.ones([4, 2])})[1])


if __name__ == '__main__':
    main()
