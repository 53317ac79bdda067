# expect: native, parity
"""A function that evaluates is given the session, what to fetch, what to feed and a data set."""

import numpy as np
import tensorflow as tf


class Digits(object):
    def __init__(self, seed, count):
        rng = np.random.RandomState(seed)
        self.inputs = rng.rand(count, 4).astype(np.float32)
        self.targets = self.inputs.sum(1, keepdims=True)
        self.count = count

    def batches(self, size):
        for first in range(0, self.count, size):
            yield self.inputs[first:first + size], self.targets[first:first + size]


def evaluate(sess, error_op, inputs_pl, targets_pl, digits):
    """The mean error over all batches."""
    total, batches = 0.0, 0
    for batch_x, batch_y in digits.batches(4):
        total += sess.run(error_op, feed_dict={inputs_pl: batch_x, targets_pl: batch_y})
        batches += 1
    return total / batches


def train():
    digits, others = Digits(0, 16), Digits(1, 8)
    inputs = tf.placeholder(tf.float32, [None, 4])
    targets = tf.placeholder(tf.float32, [None, 1])
    w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.1))
    error = tf.reduce_mean(tf.square(tf.matmul(inputs, w) - targets))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(error)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(3):
            for batch_x, batch_y in digits.batches(4):
                sess.run(train_op, feed_dict={inputs: batch_x, targets: batch_y})
            print('train', evaluate(sess, error, inputs, targets, digits))  # of this epoch
            print('other', evaluate(sess, error, inputs, targets, digits=others))


if __name__ == '__main__':
    train()
