# expect: SES212
"""A method that builds on a variable that the object was given, and that its caller has made."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, w):
        self.w = w

    def fit(self, rows):
        x = tf.placeholder(tf.float32, [None, 2])
        cost = tf.reduce_mean(tf.square(tf.matmul(x, self.w) - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(cost)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for i in range(3):
                print(i, sess.run([cost, train_op], {x: rows})[0])


def weights():
    return tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())


def main():
    Net(weights()).fit(np.ones([3, 2]))


main()
