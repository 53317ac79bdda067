# expect: lower
"""The function that is given the session is also handed on as a value."""

import numpy as np
import tensorflow as tf


def evaluate(sess, loss, x):
    return sess.run(loss, {x: np.ones([3])})


def main():
    x = tf.placeholder(tf.float32, [3])
    w = tf.Variable(2.0, name='w')
    loss = tf.reduce_sum(x * w)
    functions = {'evaluate': evaluate}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(evaluate(sess, loss, x))
        print(functions['evaluate'](sess, loss, x))


main()
