# expect: lower
"""The model that a solver is given prints when it is made, and so does what is made between them."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        print('a model')
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.loss = tf.reduce_sum(self.x * tf.get_variable('w', [2], initializer=tf.ones_initializer()))


class Data(object):
    def __init__(self):
        print('some data')
        self.x = np.ones([3, 2], np.float32)


class Solver(object):
    def __init__(self, model, data):
        self.model = model
        self.data = data
        self.update = tf.train.GradientDescentOptimizer(0.1).minimize(self.model.loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train(self):
        print(self.session.run([self.update, self.model.loss], {self.model.x: self.data.x})[1])


model = Model()
data = Data()
Solver(model, data).train()
