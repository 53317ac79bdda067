# expect: wrapped, parity
"""A program that another one runs is in one process with it, whose session looks at the graph of both."""

import numpy as np
import tensorflow as tf


def main():
    rng = np.random.RandomState(6)
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 1))
    train_op = tf.train.AdagradOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(2):
            print(step, sess.run([loss, train_op], {x: rng.rand(6, 2)})[0])


if __name__ == '__main__':
    main()
