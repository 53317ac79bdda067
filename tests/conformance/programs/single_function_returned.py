# expect: safe native
"""A function gives another one, which makes layers where it is called; an object keeps one, too."""

import numpy as np
import tensorflow as tf


class Kept:
    def __init__(self, function):
        self.function = function

    def go(self, x):
        return self.function(x)


def make(size):
    def layer(x):
        return tf.layers.dense(x, size, kernel_initializer=tf.ones_initializer())

    made = {'kept': Kept(layer), 'plain': layer}
    return made['kept'], made['plain']


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    kept, plain = make(3)
    first = kept.go(x)
    second = plain(plain(x))
    loss = tf.reduce_mean(first ** 2)
    train_op = tf.train.GradientDescentOptimizer(0.001).minimize(tf.reduce_mean(second ** 2))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run(loss, {x: np.ones([2, 3])}))
            sess.run(train_op, {x: np.ones([2, 3])})


main()
