# expect: SES252
"""A module of settings is loaded again between what reads a setting and the update."""

import importlib

import numpy as np
import tensorflow as tf

import settings

settings.scale = 5.0
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * settings.scale
importlib.reload(settings)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1])
