# expect: lower
"""The session may be left out: then the model opens its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, start, sess=None):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        if sess is None:
            self.sess = tf.Session()
            self.sess.run(tf.global_variables_initializer())
        else:
            self.sess = sess

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


sess = tf.Session()
model = Model(0.3, sess=sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
