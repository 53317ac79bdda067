# expect: lower
"""A lambda that TensorFlow is given calls a method that builds; what it gives is fetched by another method."""

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, sess):
        self.sess = sess

    def layer(self, x, shift):
        with tf.variable_scope('layer', reuse=tf.AUTO_REUSE):
            w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.4))
        return tf.matmul(x + shift, w)

    def build(self):
        self.x = tf.placeholder(tf.float32, [2, 3])
        self.loss = tf.reduce_mean(tf.square(self.layer(self.x, 1.0) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        self.shifted = tf.map_fn(lambda shift: self.layer(self.x, shift), tf.constant([1.0, 2.0]))

    def train(self):
        self.first = 1
        self.sess.run(tf.global_variables_initializer())
        for i in range(self.first, 6):
            print('%.6f' % self.sess.run([self.loss, self.train_op], {self.x: np.ones((2, 3)) * i})[0])

    def test(self):
        print(self.sess.run(self.shifted, {self.x: np.ones((2, 3))}).round(5).tolist())


with tf.Session() as session:
    net = Net(session)
    net.build()
    net.train()
    net.test()
