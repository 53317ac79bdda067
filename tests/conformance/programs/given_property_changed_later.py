# expect: lower
"""A property is read where the graph is built, and fetched; what it depends on changes between the runs."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.scale = 1.0
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], 0.3))
        self.y = tf.matmul(self.x, w)
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    @property
    def loss(self):
        return tf.reduce_mean(tf.square(self.y - 1.0)) * self.scale

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        self.scale += 1.0
        return loss


sess = tf.Session()
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(4):
    print(step, model.train(np.ones((5, 3))))
