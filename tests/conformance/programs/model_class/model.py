"""A model that holds its placeholders and operations."""

import tensorflow as tf


class Model(object):
    def __init__(self, size, rate):
        self.x = tf.placeholder(tf.float32, [None, size], name='x')
        self.y = tf.placeholder(tf.float32, [None, 1], name='y')
        self.build(size)
        self.optimize(rate)

    def build(self, size):
        with tf.variable_scope('net'):
            self.w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.2))
            self.b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
            self.pred = tf.matmul(self.x, self.w) + self.b
        self.loss = tf.reduce_mean(tf.square(self.pred - self.y))

    def optimize(self, rate):
        self.global_step = tf.Variable(0, trainable=False, name='global_step')
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss, global_step=self.global_step)
