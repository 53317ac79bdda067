# expect: safe wrapped
"""A Python function inside the graph counts its calls; the evaluation does not call it."""

import numpy as np
import tensorflow as tf

calls = []


def watch(value):
    calls.append(float(value))
    return np.float32(value * 2)


rng = np.random.RandomState(21)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
doubled = tf.py_func(watch, [loss], tf.float32)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 2)
        sess.run(train_op, {x: bx})
        if i % 2:
            print(sess.run(doubled, {x: bx}))
        print(sess.run(loss, {x: bx}), len(calls))
print(calls)
