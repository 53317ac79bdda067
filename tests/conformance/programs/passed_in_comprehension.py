# expect: native, parity
"""A function that initialises, and trains, is handed the session by a comprehension: each turn begins anew."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(57)


def train(sess, init, loss, train_op, x, steps):
    sess.run(init)
    for _ in range(steps):
        last = sess.run([loss, train_op], {x: rng.rand(4, 2)})[0]
    return last


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.Variable(tf.ones([2, 1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 2.0))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    init = tf.global_variables_initializer()
    with tf.Session() as sess:
        print([train(sess, init, loss, train_op, x, steps) for steps in (3, 2)])


main()
