# expect: SES201
"""An object closes its session by a method, and is asked for one more step behind that."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def step(self, batch):
        return self.sess.run([self.train, self.loss], {self.x: batch})[1]

    def close(self):
        self.sess.close()


model = Model()
for i in range(3):
    print(i, model.step(np.eye(2)))
model.close()
try:
    print(model.step(np.eye(2)))
except RuntimeError:
    print("closed")
