# expect: lower
"""A run feeds the placeholder of one object, and fetches what another one has made of its own."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess, start):
        self.sess = sess
        self.x = tf.placeholder_with_default(np.ones((2, 3), np.float32), [2, 3])
        self.w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def train(self):
        return self.sess.run([self.loss, self.train_op])[0]


sess = tf.Session()
first = Model(sess, 0.4)
second = Model(sess, 0.2)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(first.train(), second.train(), sess.run(first.loss, {second.x: np.zeros((2, 3))}))
