# expect: lower
"""The function has a name of its own for another value than the driver has it for."""

import numpy as np
import tensorflow as tf


def evaluate(sess, value, x, loss):
    return sess.run(value * loss, {x: np.ones([3])})


def main():
    x = tf.placeholder(tf.float32, [3])
    w = tf.Variable(2.0, name='w')
    loss = tf.reduce_sum(x * w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(evaluate(sess, loss, x, 10.0))


main()
