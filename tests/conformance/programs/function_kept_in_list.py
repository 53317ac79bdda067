# expect: safe wrapped, parity
"""Layers are kept in a list as functions; a name that they read is bound anew behind the first ones."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(67)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
scale = 2.0
layers = []
layers.append(lambda h: h * scale)
layers.append(lambda h: h + scale)
h = layers[1](layers[0](x))
scale = 0.1
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(scale))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value)
