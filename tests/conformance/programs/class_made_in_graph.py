# expect: native, parity
"""A graph is entered where a class is called that builds in it, and opens the session."""

import numpy as np
import tensorflow as tf


class Solver(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(np.full([3, 1], 0.5, np.float32))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w)))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train(self):
        print(self.session.run([self.loss, self.train_op], {self.x: np.ones((2, 3))})[0])


def main():
    with tf.Graph().as_default():
        solver = Solver()
        solver.train()
        solver.train()


main()
