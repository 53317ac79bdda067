# expect: native, races L2Loss: a norm of the weights is read beside their update
"""A function returns the weights; their norm is built after the update, fetched with it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])


def net(x):
    w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
    return tf.matmul(x, w), w


out, w = net(x)
loss = tf.reduce_mean(tf.square(out - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
norm = tf.nn.l2_loss(w)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value, size = sess.run([train_op, loss, norm], feed_dict={x: bx, y: by})
        print(step, value)
