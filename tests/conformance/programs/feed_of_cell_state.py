# expect: compat, parity
"""A class feeds the state of its cells, a tuple of tuples, with what the last run gave."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self):
        self.build()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def build(self):
        self.x = tf.placeholder(tf.float32, [2, 3, 4])
        cells = [tf.nn.rnn_cell.BasicLSTMCell(5) for _ in range(2)]
        cell = tf.nn.rnn_cell.MultiRNNCell(cells)
        self.start = cell.zero_state(2, tf.float32)
        outputs, self.end = tf.nn.dynamic_rnn(cell, self.x, initial_state=self.start)
        self.loss = tf.reduce_mean(tf.square(outputs - 0.5))
        self.train = tf.train.GradientDescentOptimizer(0.5).minimize(self.loss)

    def fit(self, batches):
        state = self.sess.run(self.start)
        for batch in batches:
            feed = {self.x: batch, self.start: state}
            loss, state, _ = self.sess.run([self.loss, self.end, self.train], feed_dict=feed)
            print(loss)


numbers = np.random.RandomState(0)
Model().fit([numbers.rand(2, 3, 4) for _ in range(4)])
