# expect: native one device
"""A run computes what it fetches from a Python value that is known only behind the training."""

import numpy as np
import tensorflow as tf

n = 8.0
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
total = tf.reduce_sum(tf.square(tf.matmul(x, w) - 1.0))
loss = total / n
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(4) * i})[1])
    test = np.eye(4)[:3]
    value = sess.run(total / (2 * test.shape[0]), {x: test})
    print(value)
