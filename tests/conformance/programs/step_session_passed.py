# expect: native, parity
"""The session is handed to functions of the module that train and evaluate."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(67)


def train_epoch(sess, train_op, x, count):
    for _ in range(count):
        sess.run(train_op, feed_dict={x: rng.rand(4, 3)})


def evaluate(sess, loss, x):
    return float(sess.run(loss, feed_dict={x: np.ones((2, 3))}))


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            train_epoch(sess, train_op, x, 2)
            print(epoch, evaluate(sess, loss, x))


main()
