# expect: native, parity
"""The session starts everything anew between two trainings."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, rate):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(rate).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


with tf.Session() as sess:
    model = Model(sess, 0.2)
    init = tf.global_variables_initializer()
    sess.run(init)
    for step in range(3):
        print(step, model.train(rng.rand(5, 3)))
    sess.run(init)
    for step in range(3):
        print(step, model.train(rng.rand(5, 3)))
