# expect: native, parity
"""The session goes from function to function."""

import numpy as np
import tensorflow as tf


def score(session, value, source, numbers):
    return float(session.run(value, feed_dict={source: numbers}))


def epoch(sess, update, value, source, rng):
    scores = []
    for _ in range(3):
        numbers = rng.rand(4)
        sess.run(update, {source: numbers})
        scores.append(score(sess, value, source, numbers))
    return scores


def main():
    x = tf.placeholder(tf.float32, [4])
    w = tf.Variable(1.0, name='w')
    loss = tf.reduce_sum(tf.square(x * w - 2.0 * x))
    minimize = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    rng = np.random.RandomState(2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(2):
            print(epoch(sess, minimize, loss, x, rng))
        print(score(sess, loss, x, numbers=np.ones(4)))


main()
