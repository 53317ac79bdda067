# expect: safe native
"""The same name scope is opened twice: the second model's variables have names of their own."""

import numpy as np
import tensorflow as tf


def dense(x, value):
    with tf.name_scope('layer'):
        w = tf.Variable(tf.fill([3, 1], value), name='weights')
        return tf.matmul(x, w)


rng = np.random.RandomState(34)
x = tf.placeholder(tf.float32, [None, 3])
left = dense(x, 0.1)
right = dense(x, 0.5)
loss = tf.reduce_mean(tf.square(right - 1.0))
train = tf.train.MomentumOptimizer(0.1, 0.5).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        data = rng.rand(4, 3)
        print(i, sess.run([loss, train], feed_dict={x: data})[0])
        print(sess.run(left, feed_dict={x: data}).sum(), sess.run(right, feed_dict={x: data}).sum())
