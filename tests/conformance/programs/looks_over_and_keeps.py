# expect: safe wrapped
"""A loop that prints parts of the graph, whose last one is used behind it: it is no mere look."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
parts = [loss, loss * 2.0]
for part in parts:
    print(part)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(part)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], feed_dict={x: np.ones([4, 3], np.float32)})
        print(value)
