import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size, training=True):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.w = tf.get_variable('w', [size, 1], initializer=tf.ones_initializer())
        self.out = tf.matmul(self.x, self.w)
        self.loss = tf.reduce_mean(tf.square(self.out - 3.0))
        self.rate = tf.get_variable('rate', [], initializer=tf.zeros_initializer(), trainable=False)
        self.train_op = tf.train.MomentumOptimizer(self.rate, 0.9).minimize(self.loss)

    def sample(self, sess, count):
        values, x = [], np.eye(3)
        for _ in range(count):
            [out] = sess.run([self.out], {self.x: x})
            values.append(float(out.sum()))
            x = x * 0.5
        return values
