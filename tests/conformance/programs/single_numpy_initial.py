# expect: safe native
"""Initial values and data come from one stream of random numbers."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(rng.randn(3, 1).astype(np.float32), name='w')
offset = rng.rand()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True) + offset
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
