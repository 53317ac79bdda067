# expect: lower
"""A class of which two methods build a graph and open a session each, and call one that runs it."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, width):
        self.width = width

    def output(self, x):
        with tf.variable_scope('net', reuse=tf.AUTO_REUSE):
            w = tf.get_variable('w', [self.width, 1], initializer=tf.constant_initializer(0.25))
        return tf.matmul(x, w)

    def report(self, values):
        print(self.sess.run(self.y, {self.x: values}))

    def train(self, steps):
        self.x = tf.placeholder(tf.float32, [None, self.width])
        self.y = self.output(self.x)
        loss = tf.reduce_mean(tf.square(self.y - 1.0))
        train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        for i in range(steps):
            print(i, self.sess.run([train_op, loss], {self.x: np.ones((2, self.width), np.float32)})[1])
        self.report(np.ones((1, self.width), np.float32))

    def test(self):
        self.x = tf.placeholder(tf.float32, [None, self.width])
        self.y = self.output(self.x) * 2.0
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        print(len(tf.global_variables()))
        self.report(np.ones((1, self.width), np.float32))


def main():
    net = Net(3)
    net.train(3)
    net.test()


if __name__ == '__main__':
    main()
