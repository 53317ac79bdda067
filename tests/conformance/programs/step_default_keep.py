# expect: native
"""A placeholder with a default, fed in training alone; dropout keeps all."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(18)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
scale = tf.placeholder_with_default(2.0, shape=[], name='scale')
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
pred = tf.matmul(x, w) * scale
loss = tf.reduce_mean(tf.square(pred - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        sess.run(train_op, feed_dict={x: bx, y: bx.sum(1, keepdims=True), scale: 1.0})
        print(i, sess.run(loss, feed_dict={x: bx, y: bx.sum(1, keepdims=True)}))
