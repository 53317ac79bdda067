# expect: native
"""Tells which variables there are while others are still to be made, for averages."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.matmul(x, w) ** 2)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
print("there are", len(tf.global_variables()))
averages = tf.train.ExponentialMovingAverage(0.9)
with tf.control_dependencies([train]):
    step = averages.apply([w])
print("now", len(tf.global_variables()))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        value, _ = sess.run([loss, step], {x: np.ones((2, 3))})
        print(value)
