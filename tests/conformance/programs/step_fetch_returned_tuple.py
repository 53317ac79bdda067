# expect: compat, parity
"""What a function gives, a tuple, is fetched by one name."""

import numpy as np
import tensorflow as tf


def build(x):
    w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
    out = tf.matmul(x, w)
    return out, tf.reduce_mean(out)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    both = build(x)
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(both[1])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(2):
            sess.run(train_op, {x: np.ones([2, 3])})
            out, mean = sess.run(both, {x: np.ones([2, 3])})
            print(out, mean)


main()
