# expect: lower
"""A saver that is made before train() builds an optimizer saves none of its slots."""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(13)
folder = tempfile.mkdtemp()


class Fit(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.saver = tf.train.Saver()

    def train(self, decay):
        sgd = tf.train.GradientDescentOptimizer(0.1)
        optimizer = tf.train.MomentumOptimizer(0.1, decay) if decay else sgd
        self.train_op = optimizer.minimize(self.loss)
        self.sess.run(tf.global_variables_initializer())
        for step in range(3):
            self.sess.run(self.train_op, {self.x: rng.rand(4, 2)})
        self.saver.save(self.sess, os.path.join(folder, 'fit'))


with tf.Session() as sess:
    fit = Fit(sess)
    fit.train(0.9)
print(sorted(name for name, _ in tf.train.list_variables(folder)))
shutil.rmtree(folder)
