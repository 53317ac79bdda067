"""The model that is trained."""

import tensorflow as tf


class Regression(object):
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 3], name='x')
        self.y = tf.placeholder(tf.float32, [None], name='y')
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        self.out = tf.identity(tf.reduce_sum(self.x * w, 1), name='out')
        self.loss = tf.losses.mean_squared_error(self.y, self.out)
        self.train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(self.loss)
