# expect: native
"""A program that restores what another one may have trained, and only asks for values."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(2.0))
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out - 3.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
saver = tf.train.Saver(tf.global_variables())
found = tf.train.latest_checkpoint(folder)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if found:
        saver.restore(sess, found)
    print(sess.run(out, {x: np.eye(3)}))
