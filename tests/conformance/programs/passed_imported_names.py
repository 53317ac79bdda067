# expect: native, parity
"""A function has names of its own for modules and errors that steps would like."""

import numpy as np
import tensorflow as tf


import math as train_step


def evaluate(sess, loss, train_op, x, y, data, labels):
    from math import pi as compute_loss
    try:
        raise ValueError(3)
    except ValueError as compute_pred:
        print(compute_pred)
    sess.run(train_op, {x: data, y: labels})
    value = sess.run(loss, {x: data, y: labels})
    print(value)
    return value


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        evaluate(sess, loss, train_op, x, y, data, labels)
        print(sess.run(pred, {x: data}))


main()
import math as train_step
print(getattr(train_step, 'pi'))
