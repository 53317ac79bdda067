# expect: wrapped, parity
"""A function is passed objects of two classes, one of which is given no session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(63)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


class Mean(object):
    def train(self, sess, x):
        return x.mean()


def epoch(sess, model):
    return [model.train(sess, rng.rand(4, 3)) for _ in range(2)]


model = Model()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(model.train(sess, rng.rand(4, 3)), epoch(sess, model), epoch(sess, Mean()))
