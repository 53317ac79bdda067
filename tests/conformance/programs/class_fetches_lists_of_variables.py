# expect: compat, parity
"""A method fetches the variables that TensorFlow lists, and what it computes of a part of the graph there."""

import numpy as np
import tensorflow as tf


class Trainer(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
        b = tf.get_variable('b', [2], initializer=tf.constant_initializer(0.1))
        self.h = tf.matmul(self.x, w) + b
        self.loss = tf.reduce_mean(tf.square(self.h))
        self.step = tf.train.get_or_create_global_step()
        optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
        self.train_op = optimizer.minimize(self.loss, global_step=self.step)

    def fit(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            first = sess.run(tf.trainable_variables())
            for _ in range(3):
                _, loss, step = sess.run([self.train_op, self.loss, self.step], {self.x: np.ones([2, 3])})
                print(step, loss)
            last = sess.run(tf.trainable_variables())
            print([float(a.sum() - b.sum()) for a, b in zip(first, last)])
            print(sess.run(tf.train.get_global_step()))
            print(sess.run(tf.reduce_max(self.h), {self.x: np.ones([2, 3])}))


Trainer().fit()
