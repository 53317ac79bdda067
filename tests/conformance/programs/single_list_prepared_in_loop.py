# expect: SES210
"""The list is prepared in a loop of Python, which no step takes."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]))
parts = []
for _ in range(2):
    parts.append([])
parts[1].append(tf.reduce_mean(tf.matmul(x, w) ** 2))
loss = tf.add_n(parts[1])
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(len(parts), sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
