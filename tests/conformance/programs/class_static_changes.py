# expect: lower
"""A static method changes what it is handed, a list that the graph is built of."""

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
    def grown(shape):
        shape.append(1)
        return shape

    def train(self, x):
        sizes = self.grown([5])
        out = tf.reduce_sum(tf.ones(self.grown(sizes)))
        return self.sess.run([self.loss, out, self.train_op], {self.x: x})[:2]


model = Model(3)
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
