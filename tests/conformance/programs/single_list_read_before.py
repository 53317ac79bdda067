# expect: SES210
"""A list that the graph fills is looked at before: in a step, it would not be there yet."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]))
parts = []
before = len(parts)
parts.append(tf.reduce_mean(tf.matmul(x, w) ** 2))
loss = parts[0] * 0.5
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(before, sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
