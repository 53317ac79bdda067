# expect: native, parity
"""The block saves and restores by the object's saver; a method that is given the session is called by none."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(32)


class Model(object):
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.out = tf.matmul(self.x, w)
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)
        self.saver = tf.train.Saver(max_to_keep=2)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]

    def predict(self, sess, x):
        return sess.run(self.out, {self.x: x})


def main(path=None):
    model = Model(0.1)
    with tf.Session() as sess:
        if path is None:
            sess.run(tf.global_variables_initializer())
        else:
            model.saver.restore(sess, path)
        print(model.train(sess, rng.rand(5, 3)))
        path = model.saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm'))
        print(model.train(sess, rng.rand(5, 3)))
        model.saver.restore(sess=sess, save_path=path)
        print(model.train(sess, rng.rand(5, 3)))
        sess.run(tf.global_variables_initializer())
        print(model.train(sess, rng.rand(5, 3)))


if __name__ == '__main__':
    main()
