# expect: native, parity
"""A function that is given the session restores it, beside an object that is given the session, too."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


def start(sess, saver, folder):
    path = tf.train.latest_checkpoint(folder)
    if path is None:
        sess.run(tf.global_variables_initializer())
    else:
        saver.restore(sess, path)


def main():
    folder, rng = tempfile.mkdtemp(), np.random.RandomState(62)
    with tf.Session() as sess:
        model = Model(sess)
        saver = tf.train.Saver()
        start(sess, saver, folder)
        for step in range(2):
            print(step, model.train(rng.rand(4, 3)))
        saver.save(sess, os.path.join(folder, 'm'))
        print(step, model.train(rng.rand(4, 3)))
        start(sess, saver, folder)
        print(step, model.train(rng.rand(4, 3)))


main()
