# expect: lower
"""The function rebinds what it was given: what is run is not what was passed."""

import numpy as np
import tensorflow as tf


def evaluate(sess, loss, x, double):
    if double:
        loss = loss * 2
    return sess.run(loss, {x: np.ones([3])})


def main():
    x = tf.placeholder(tf.float32, [3])
    w = tf.Variable(2.0, name='w')
    loss = tf.reduce_sum(x * w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(evaluate(sess, loss, x, False), evaluate(sess, loss, x, True))


main()
