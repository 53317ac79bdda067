# expect: safe native
"""A function is given the session and the model."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, size):
        self.size = size
        self.x = tf.placeholder(tf.float32, [None, size])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.2))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        loss, _ = sess.run([self.loss, self.train_op], {self.x: x})
        return loss


def train_all(model, sess):
    for step in range(3):
        print(step, model.train(sess, rng.rand(5, 3)))


with tf.Session() as sess:
    model = Model(3)
    sess.run(tf.global_variables_initializer())
    print(model.train(sess, np.ones((2, 3))))
    train_all(model, sess)
