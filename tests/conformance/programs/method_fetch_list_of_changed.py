# expect: safe wrapped
"""A method lists what it runs, and what the list was made of is another part of the graph when it is run."""

import numpy as np
import tensorflow as tf


class Regression(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
        self.y = tf.matmul(self.x, w)
        self.loss = tf.reduce_mean(tf.square(self.y - 1.0))
        self.worst = tf.reduce_max(tf.abs(self.y - 1.0))
        self.step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.told = self.loss
        self.sess.run(tf.global_variables_initializer())

    def change(self):
        self.told = self.worst

    def fit(self, epochs):
        fetches = [self.step, self.told]
        for _ in range(epochs):
            self.change()
            _, value = self.sess.run(fetches, {self.x: np.eye(3)})
            print(value)


def main():
    with tf.Session() as sess:
        Regression(sess).fit(3)


if __name__ == '__main__':
    main()
