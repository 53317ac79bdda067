# expect: lower
"""A method fetches an attribute that the program sets from outside."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Coder(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]

    def weights(self):
        return self.sess.run([self.w, self.twice])


coder = Coder()
coder.twice = tf.constant(2.0)
for step in range(3):
    print(coder.train(rng.rand(4, 3)))
print(coder.weights())
