# expect: SES201 compat wrapped, parity
"""Trains what tests beside it look at, in sessions of a framework's: these keep the graph, and it does not."""

import numpy as np
import tensorflow as tf

from layers import layers

inputs = tf.placeholder(tf.float32, [None, 2])
labels = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(layers(inputs) - labels))
train_op = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)

rng = np.random.RandomState(8)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(6, 2)
        _, value = sess.run([train_op, loss], {inputs: batch, labels: batch[:, 1:] * 2})
        print(step, value)
