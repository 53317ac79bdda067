# expect: safe native
"""Functions that make layers are called by other names: of a block, from a tuple, in a lambda."""

import numpy as np
import tensorflow as tf


def layer(x):
    return tf.layers.dense(x, 2, kernel_initializer=tf.ones_initializer())


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    dense = layer
    again = lambda value: dense(value)
    loss = tf.reduce_mean(dense(x) ** 2)
    second = x
    for make, size in [(tf.layers.dense, 2)]:
        second = make(again(second), size)
    train_op = tf.train.GradientDescentOptimizer(0.001).minimize(tf.reduce_mean(second ** 2))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run(loss, {x: np.ones([2, 3])}))
            sess.run(train_op, {x: np.ones([2, 3])})


main()
