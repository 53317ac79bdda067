# expect: safe native
"""Branches and loops of the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(20)
x = tf.placeholder(tf.float32, [None, 3])
flip = tf.placeholder(tf.bool, [])
w = tf.get_variable('w', [3, 3], initializer=tf.constant_initializer(0.1))


def body(i, h):
    return i + 1, tf.nn.tanh(tf.matmul(h, w) + tf.cast(i, tf.float32))


_, h = tf.while_loop(lambda i, h: tf.less(i, 3), body, [tf.constant(0), x])
out = tf.cond(flip, lambda: h * 2.0, lambda: h - 1.0)
loss = tf.reduce_mean(tf.square(out))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, value = sess.run([train_op, loss], {x: rng.rand(2, 3), flip: i % 2 == 0})
        print(i, value)
