# expect: safe wrapped
"""A class of which two methods open a session each, and the second goes on with what the first has set."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, width):
        self.width = width

    def output(self, x):
        w = tf.get_variable('w', [self.width, 1], initializer=tf.constant_initializer(0.25))
        return tf.matmul(x, w)

    def train(self, steps):
        self.x = tf.placeholder(tf.float32, [None, self.width])
        self.y = self.output(self.x)
        loss = tf.reduce_mean(tf.square(self.y - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for i in range(steps):
                print(i, sess.run([train_op, loss], {self.x: np.ones((2, self.width), np.float32)})[1])

    def test(self):
        doubled = self.y * 2.0
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(doubled, {self.x: np.ones((1, self.width), np.float32)}))


def main():
    net = Net(3)
    net.train(3)
    net.test()


if __name__ == '__main__':
    main()
