# expect: lower
"""A method replaces the session that the object was given."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], 0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def use(self, sess):
        self.sess = sess

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


class Doubled(object):
    def __init__(self, inner):
        self.inner = inner

    def run(self, *args):
        self.inner.run(*args)
        return self.inner.run(*args)


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
model.use(Doubled(sess))
for step in range(3):
    print(step, model.train(rng.rand(5, 3)))
