"""Trains on one device, and keeps the average of its loss, for which all need averages that take tensors."""

import numpy as np
import tensorflow as tf

import net

x = tf.placeholder(tf.float32, [None, net.SIZE])
loss = tf.reduce_mean(tf.square(net.infer(x) - 1))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
average = net.follow(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([train_op, average], {x: np.ones((2, net.SIZE))})[1])
