# expect: safe wrapped
"""The class has a second name, by which another object is made."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, start=0.4):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


Network = Model
sess = tf.Session()
model = Model(sess)
other = Network(sess, 0.3)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, model.train(rng.rand(5, 3)), other.train(rng.rand(5, 3)))
