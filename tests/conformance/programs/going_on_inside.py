# expect: native, parity
"""__init__ calls a method for each part of the graph, and these have placeholders of their own."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, folder, rate=0.1):
        self.folder = folder
        self._make_inputs()
        self._predict()
        self._learn(rate)
        self.saver = tf.train.Saver()
        self.path = os.path.join(self.folder, 'model')

    def _make_inputs(self):
        wide = [None, 3]
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.scaled = self.x / 2.0
        self.size = len(wide) + 2

    def _predict(self):
        w = tf.get_variable('w', [3, self.size], initializer=tf.ones_initializer())
        self.out = tf.reduce_mean(tf.matmul(self.scaled, w), 1)

    def _learn(self, rate):
        """How it learns."""
        self.y = tf.placeholder(tf.float32, [None])
        self.error = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.AdagradOptimizer(rate).minimize(self.error)

    def train(self, rows):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for row in rows:
                _, error = sess.run([self.train_op, self.error], {self.x: row, self.y: row[:, 0]})
                print(error, sess.run(self.out, {self.x: row}))
            self.saver.save(sess, self.path)


if __name__ == '__main__':
    model = Model(tempfile.mkdtemp())
    model.train(np.random.RandomState(3).rand(4, 2, 3))
