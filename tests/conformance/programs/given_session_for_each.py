# expect: safe native
"""A session for each fold: its variables start anew."""

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


model = Model(3)
for fold in range(2):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(fold, step, model.train(sess, rng.rand(5, 3)))
