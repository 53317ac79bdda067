# expect: lower
"""An attribute is set by a method, which counts how often."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.sets = 0
        self.rate = 0.1
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(self.rate).minimize(self.loss)

    @property
    def rate(self):
        return self._rate / self.sets

    @rate.setter
    def rate(self, value):
        self.sets += 1
        self._rate = value

    def train(self, x):
        self.rate = 0.1
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss, self.rate


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
