# expect: SES201 native wrapped, parity
"""Trains what another program exports, which no step can: what they share is the same for both."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from network import network

inputs = tf.placeholder(tf.float32, [None, 2])
labels = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(network(inputs) - labels))
train_op = tf.train.AdagradOptimizer(0.2).minimize(loss)
saver = tf.train.Saver()

rng = np.random.RandomState(21)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(6, 2)
        _, value = sess.run([train_op, loss], {inputs: batch, labels: batch[:, :1] - 1})
        print(step, value)
    saver.save(sess, os.path.join(tempfile.mkdtemp(), 'model'))
