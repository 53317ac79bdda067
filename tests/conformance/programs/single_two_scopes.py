# expect: safe native
"""A name scope is entered twice."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
with tf.name_scope('layer'):
    w = tf.Variable(tf.ones([3, 1]), name='w')
with tf.name_scope('layer'):
    b = tf.Variable(tf.zeros([1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
