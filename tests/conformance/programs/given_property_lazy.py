# expect: lower
"""A property builds when it is first read, which is while the graph runs."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(tf.fill([3, 1], 0.3))
        self.doubled = None
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    @property
    def double(self):
        if self.doubled is None:
            self.doubled = 2.0 * self.loss
        return self.doubled

    def train(self, x):
        self.sess.run(self.train_op, {self.x: x})
        double = self.double
        return self.sess.run(double, {self.x: x})


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
