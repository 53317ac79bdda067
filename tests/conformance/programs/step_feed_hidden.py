# expect: compat, parity
"""A hidden layer is fed in place of what computes it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(19)
x = tf.placeholder(tf.float32, [None, 3])
w1 = tf.Variable(np.full((3, 2), 0.1, np.float32))
w2 = tf.Variable(np.full((2, 1), 0.4, np.float32))
code = tf.nn.tanh(tf.matmul(x, w1))
decoded = tf.matmul(code, w2)
loss = tf.reduce_mean(tf.square(decoded - 1.0))
train = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train, feed_dict={x: rng.rand(4, 3)})
        print(sess.run(decoded, feed_dict={code: [[0.5, 0.25], [1, 2]]}).ravel())
