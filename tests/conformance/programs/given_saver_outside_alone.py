# expect: native, parity
"""An object whose graph the block runs, and saves by the object's saver, has no method that runs it."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(self.loss)
        self.saver = tf.train.Saver()


with tf.Session() as sess:
    rng = np.random.RandomState(33)
    model = Model()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        loss, _ = sess.run([model.loss, model.train_op], {model.x: rng.rand(5, 3)})
        print(step, loss)
    model.saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm'))
