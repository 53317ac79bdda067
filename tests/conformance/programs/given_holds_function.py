# expect: native, parity
"""The object that is given the session chooses between functions that build, in a method called beside it."""

import numpy as np
import tensorflow as tf


def narrow(x):
    return tf.layers.dense(x, 1, name='narrow')


def wide(x):
    return tf.layers.dense(tf.layers.dense(x, 4, name='wide'), 1, name='out')


class Model(object):
    def __init__(self, sess, depth):
        self.sess = sess
        self.depth = depth

    def network(self, x):
        if self.depth > 1:
            block = wide
        else:
            block = narrow
        return block(x)

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.loss = tf.reduce_mean(tf.square(self.network(self.x) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(self.loss)

    def train(self, rng):
        self.sess.run(tf.global_variables_initializer())
        for step in range(3):
            loss, _ = self.sess.run([self.loss, self.train_op], {self.x: rng.rand(5, 3)})
            print(step, loss)


with tf.Session() as sess:
    model = Model(sess, 2)
    model.build()
    model.train(np.random.RandomState(47))
