# expect: native, parity
"""Layers in a folder that is put on Python's path: what they make is shared, as the scope between them says."""

import os
import sys

import numpy as np
import tensorflow as tf

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(FOLDER, 'lib'))
sys.path.append(os.path.join(FOLDER, 'nets'))
from net import output

x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('net'):
    near = output(x)
    tf.get_variable_scope().reuse_variables()
    far = output(2.0 * x)
loss = tf.reduce_mean(tf.square(near - far - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(3, dtype='f') + i})[1])
