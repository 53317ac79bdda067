# expect: wrapped, parity
"""What the object saves by is a saver only at first."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Saver(object):
    def __init__(self, saver):
        self.saver = saver

    def save(self, sess, path):
        print(sess.run(tf.constant(2.0)))
        return self.saver.save(sess, path)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(self.loss)
        self.saver = tf.train.Saver()
        if len(tf.trainable_variables()) < 2:
            self.saver = Saver(self.saver)


with tf.Session() as sess:
    rng = np.random.RandomState(33)
    model = Model()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        loss, _ = sess.run([model.loss, model.train_op], {model.x: rng.rand(5, 3)})
        print(step, loss)
    model.saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm'))
