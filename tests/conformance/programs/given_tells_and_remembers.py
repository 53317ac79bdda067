# expect: native
"""What tells the variables keeps them, for others."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(47)


kept = []


def tell():
    for v in tf.trainable_variables():
        print(v.name)
        kept.append(v)


class Model(object):
    def __init__(self, sess):
        self.sess = sess

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope("net"):
            w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.3))
            b = tf.get_variable("b", [2], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) + b - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


with tf.Session() as sess:
    model = Model(sess)
    model.build()
    tell()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, model.train(rng.rand(5, 3)))
