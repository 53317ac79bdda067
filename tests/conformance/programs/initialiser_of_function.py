# expect: native, parity
"""A function gives what initialises the variables, of all kinds, to the code that opens the session."""

import numpy as np
import tensorflow as tf


def get_init_op():
    init_op = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
    return init_op


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    init = get_init_op()
    with tf.Session() as sess:
        for fold in range(2):
            sess.run(init)
            for step in range(3):
                value, _ = sess.run([loss, train_op], {x: np.full((2, 3), 0.5)})
                print(fold, step, value)


main()
