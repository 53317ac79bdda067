# expect: safe wrapped
"""Tells variables beside what changes before the graph is complete: behind it, the line would be another."""

import numpy as np
import tensorflow as tf

made = ["weights"]
x = tf.placeholder(tf.float32, [2, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.matmul(x, w) ** 2)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
print(made, len(tf.global_variables()))
made.append("averages")
averages = tf.train.ExponentialMovingAverage(0.9)
with tf.control_dependencies([train]):
    step = averages.apply([w])
print(made)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        value, _ = sess.run([loss, step], {x: np.ones((2, 3))})
        print(value)
