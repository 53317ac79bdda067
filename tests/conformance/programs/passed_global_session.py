# expect: native, parity
"""Functions of the module use a session and a graph that the module makes after them."""

import numpy as np
import tensorflow as tf


def accuracy(session, xs, ys):
    return session.run(correct, {x: xs, y: ys})


def show(count):
    print(count, sess.run(loss, {x: np.ones([2, 3]), y: np.ones([2])}))


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [3], initializer=tf.zeros_initializer())
out = tf.reduce_sum(x * w, 1)
loss = tf.reduce_mean(tf.square(out - y))
correct = tf.reduce_mean(tf.cast(tf.abs(out - y) < 0.5, tf.float32))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

rng = np.random.RandomState(1)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(4):
    batch = rng.rand(5, 3)
    sess.run(train_op, {x: batch, y: batch.sum(1)})
    show(step)
    print(accuracy(sess, batch, batch.sum(1)))
