# expect: lower
"""What is handed on is made by a function that counts its calls."""

import numpy as np
import tensorflow as tf


calls = []


def note(t):
    calls.append(1)
    return t


def evaluate(sess, loss, x, y, data, labels):
    return sess.run(loss, {x: data, y: labels})


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
        print(evaluate(sess, note(loss), x, y, data, labels))
        print(evaluate(sess, note(loss), x, y, data, labels))
        print(len(calls))


main()
