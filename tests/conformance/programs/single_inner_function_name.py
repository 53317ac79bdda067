# expect: safe native
"""A function of the block has the name of one of the module."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(29)


def model(x, w):
    return tf.matmul(x, w) * 0.0


def main():
    def model(x, w):
        return tf.matmul(x, w) + 1.0

    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(model(x, w) - 2.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            print(i, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])


main()
