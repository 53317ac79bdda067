# expect: compat, parity
"""Layers known by their order alone: a run of the second ones updates nothing of the first, nor is it fed."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(26)
x = tf.placeholder(tf.float32, [None, 3])
z = tf.placeholder(tf.float32, [None, 3])
first = tf.layers.batch_normalization(tf.layers.dense(x, 2), training=True)
updates = tf.group(*tf.get_collection(tf.GraphKeys.UPDATE_OPS))
second = tf.layers.dense(tf.layers.batch_normalization(z), 1, kernel_initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(second - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        rows = rng.rand(4, 3)
        print(sess.run([train_op, loss], {z: rows})[1], sess.run([first, updates], {x: rows})[0].sum())
