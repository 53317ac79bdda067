# expect: native
"""A method gives names to lists of what it runs, and to parts of the graph, in a loop and before it."""

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
        self.sess.run(tf.global_variables_initializer())
        self.seen = 0

    def fit(self, epochs):
        step, loss = self.step, self.loss
        for epoch in range(epochs):
            _, value = self.sess.run([step, loss], {self.x: np.eye(3)})
            # what is told of an epoch
            told = [self.loss, self.worst]
            feed = {self.x: np.ones([2, 3])}
            self.seen += 2
            loss_value, worst_value = self.sess.run(told, feed_dict=feed)
            print(epoch, value, loss_value, worst_value, self.seen)


def main():
    with tf.Session() as sess:
        Regression(sess).fit(3)


if __name__ == '__main__':
    main()
