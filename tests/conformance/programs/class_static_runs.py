# expect: lower
"""A static method is handed the session, and runs what it is handed with it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(71)


class Model(object):
    def __init__(self, width):
        self.x = tf.placeholder(tf.float32, [None, width])
        w = self.weight([width, 2])
        self.loss = self.mean_of(tf.matmul(self.x, w))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    @staticmethod
    def weight(shape):
        return tf.get_variable("w", shape, initializer=tf.constant_initializer(0.3))

    @staticmethod
    def mean_of(values):
        return tf.reduce_mean(tf.square(Model.less(values, 1.0)))

    @staticmethod
    def less(values, number):
        return values - number

    @staticmethod
    def value(x, sess, tensor, placeholder):
        return sess.run(tensor, {placeholder: x})

    def train(self, x):
        self.sess.run(self.train_op, {self.x: x})
        return self.value(x, self.sess, self.loss, self.x)


model = Model(3)
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
