# expect: safe compat
"""The model of another file counts its calls in a variable."""

import numpy as np
import tensorflow as tf

import net

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(net.model(x) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
