# expect: compat, parity
"""What a method of the graph was called with is known to it alone, and the graph goes on in another one."""

import numpy as np
import tensorflow as tf

scale = 3.0


class Model(object):
    def __init__(self, scale):
        self._make_inputs(scale + 1.0)
        self._learn()

    def _make_inputs(self, scale):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.scaled = self.x * scale

    def _learn(self):
        w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.error = tf.reduce_mean(tf.square(tf.matmul(self.scaled, w) - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.error)

    def train(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(3):
                feed = {self.x: np.ones((2, 3)), self.y: np.ones((2, 1))}
                print(sess.run([self.train_op, self.error], feed)[1])


if __name__ == '__main__':
    Model(2.0).train()
