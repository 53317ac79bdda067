# expect: native
"""An object closes its session by a method behind the last step; a second one opens its own."""

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
try:
    for i in range(3):
        print(i, model.step(np.eye(2)))
finally:
    model.close()
print("done")
