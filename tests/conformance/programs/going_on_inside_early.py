# expect: compat, parity
"""The variables are initialised before the last method has built its part of the graph, which needs none."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self._predict()
        sess.run(tf.global_variables_initializer())
        print(sess.run(self.out, {self.x: np.ones((1, 3))}))
        self._learn()

    def _predict(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
        self.out = tf.matmul(self.x, self.w)

    def _learn(self):
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.error = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.error)

    def train(self):
        for _ in range(3):
            feed = {self.x: np.ones((2, 3)), self.y: np.ones((2, 1))}
            print(self.sess.run([self.train_op, self.error], feed)[1])


def main():
    with tf.Session() as sess:
        model = Model(sess)
        model.train()


if __name__ == '__main__':
    main()
