"""Linear regression: one weight, one bias."""

import numpy as np
import tensorflow as tf

import pace

random = np.random.RandomState(0)
points = random.rand(32).astype(np.float32)

X = tf.placeholder(tf.float32, [None])
Y = tf.placeholder(tf.float32, [None])
W = tf.Variable(0.5, name="weight")
b = tf.Variable(0.0, name="bias")
loss = tf.reduce_mean(tf.square(X * W + b - Y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while pace.goes_on():
        _, value = sess.run([train_op, loss], feed_dict={X: points, Y: 3.0 * points + 1.0})
        pace.note(value)
