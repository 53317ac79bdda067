# expect: native, parity
"""A model is given the session; its build() initialises what it has built, and makes the saver."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess, size, rate=0.2):
        self.sess = sess
        self.size = size
        self.folder = tempfile.mkdtemp()
        self.rate = rate

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, self.size])
        scores = self.score(self.x)
        self.loss = tf.reduce_mean(tf.square(scores - 1.0))
        self.train_op = tf.train.AdamOptimizer(self.rate).minimize(self.loss)
        tf.global_variables_initializer().run()
        self.saver = tf.train.Saver()

    def score(self, x):
        return tf.matmul(x, tf.get_variable('w', [self.size, 1]))

    def train(self, rows):
        for row in np.split(rows, 3):
            _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: row})
            print(loss)
        self.saver.save(self.sess, os.path.join(self.folder, 'model'))

    def test(self, rows):
        self.saver.restore(self.sess, os.path.join(self.folder, 'model'))
        print(self.sess.run(self.loss, feed_dict={self.x: rows}))


def main():
    rows = np.random.RandomState(7).rand(6, 4)
    with tf.Session() as sess:
        model = Model(sess, 4)
        model.build()
        model.train(rows)
        model.test(rows)


if __name__ == '__main__':
    main()
