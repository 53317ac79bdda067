# expect: native, parity
"""Two blocks, each with a graph of its own, hand their sessions to the same functions."""

import numpy as np
import tensorflow as tf


def evaluate(session, value, x, data):
    """The sum over the rows."""
    return sum(row(session, value, x, one) for one in data)


def row(session, value, x, one):
    return session.run(value, {x: one[None]})


def first(data):
    with tf.Graph().as_default(), tf.Session() as sess:
        inputs = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_sum(tf.square(inputs * w - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            sess.run(train_op, feed_dict={inputs: data})
            print(sess.run(loss, {inputs: data}), evaluate(sess, loss, inputs, data))


def second(data):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3])
        largest = tf.reduce_max(x)
        print(evaluate(sess, largest, x, data))


def main():
    data = np.random.RandomState(0).rand(4, 3)
    first(data)
    second(data)


main()
