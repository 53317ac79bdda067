# expect: safe wrapped
"""A function returns a tensor and a number that Python uses while running."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))


def net(x):
    return tf.matmul(x, w), 8


out, size = net(x)
loss = tf.reduce_mean(tf.square(out - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx[:size], y: by[:size]})
        print(step, value)
