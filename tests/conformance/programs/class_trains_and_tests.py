# expect: native
"""A class of which two methods build a graph and open a session each; a run calls one of them."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, width, folder):
        self.width = width
        self.path = os.path.join(folder, 'net')

    def output(self, x):
        w = tf.get_variable('w', [self.width, 1], initializer=tf.constant_initializer(0.25))
        return tf.matmul(x, w)

    def unused_loss(self, y):
        return tf.reduce_sum(tf.abs(y))

    def train(self, steps):
        with tf.Graph().as_default():
            self.step = tf.Variable(0, trainable=False)
            self.x = tf.placeholder(tf.float32, [None, self.width])
            self.loss = tf.reduce_mean(tf.square(self.output(self.x) - 1.0))
            self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss, global_step=self.step)
            self.saver = tf.train.Saver()
            self.sess = tf.Session()
            self.sess.run(tf.global_variables_initializer())
            for i in range(steps):
                rows = np.full((2, self.width), i + 1.0, np.float32)
                _, value = self.sess.run([self.train_op, self.loss], {self.x: rows})
                print(i, value)
            self.saver.save(self.sess, self.path)

    def test(self):
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None, self.width])
            y = self.output(x)
            saver = tf.train.Saver()
            with tf.Session() as sess:
                saver.restore(sess, self.path)
                print(sess.run(y, {x: np.ones((1, self.width), np.float32)}))


def main():
    net = Net(3, sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    if len(sys.argv) > 1:
        net.test()
    else:
        net.train(3)


if __name__ == '__main__':
    main()
