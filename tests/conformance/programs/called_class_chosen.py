# expect: native
"""A class is chosen by a condition; its objects make layers that are named by their order."""

import numpy as np
import tensorflow as tf


class Ones:
    def __init__(self, x):
        self.out = tf.layers.dense(x, 3, kernel_initializer=tf.ones_initializer())


class Zeros:
    def __init__(self, x):
        self.out = tf.layers.dense(x, 3, kernel_initializer=tf.zeros_initializer())


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    model = Ones if len(x.shape) == 2 else Zeros
    first = model(x)
    second = model(x)
    loss = tf.reduce_mean(tf.square(second.out))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run([loss, train_op], {x: np.ones([2, 3])})[0])
        print(sess.run(first.out, {x: np.ones([2, 3])}))


main()
