# expect: safe wrapped, parity
"""Conditions and loops take sizes off a list that the graph reads before and behind them."""

import contextlib

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(73)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
sizes = [2.0, 3.0, 2.0, 1.0, 1.0]
h = x * float(len(sizes))
if sizes.pop() > 5.0:
    print('wide')
h = h * float(len(sizes))
for _ in range(int(sizes.pop())):
    print('narrow')
with contextlib.suppress(KeyError if sizes.pop() > 1.0 else ValueError):
    print('open')
h = h + sizes[-1] * float(len(sizes))
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value)
