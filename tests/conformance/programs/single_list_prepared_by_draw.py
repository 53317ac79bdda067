# expect: SES208
"""What is put into the list beforehand is another number each time: in every trace it would be a new one."""

import numpy as np
import tensorflow as tf

np.random.seed(3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]))
parts = []
parts.append(np.random.rand())
parts.append(tf.reduce_mean(tf.matmul(x, w) ** 2))
loss = parts[0] * parts[1]
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_op, {x: np.ones([2, 3])})
        print(sess.run(loss, {x: np.ones([2, 3])}))
