# expect: native, parity
"""A function that is handed the session counts its calls in a name of the module."""

import numpy as np
import tensorflow as tf

calls = 0


def step(session, train_op, loss, x, rows):
    global calls
    calls += 1
    _, value = session.run([train_op, loss], {x: rows * calls})
    return value


def main():
    x = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
    loss = tf.reduce_mean(tf.square(x * w - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.02).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            print(step(sess, train_op, loss, x, np.ones(3)), calls)


main()
