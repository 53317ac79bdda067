# expect: safe compat
"""Batch normalisation as an object: its updates are never run."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
normed = tf.layers.BatchNormalization()(x, training=True)
tested = tf.layers.BatchNormalization(name='tested')(x)
loss = tf.reduce_mean(tf.square(normed + tested - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.arange(6.0).reshape([2, 3])})[0])
