# expect: native, parity
"""Random numbers of NumPy are drawn where the graph is built, between others of the same generator."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
np.random.seed(4)
rows = rng.rand(6, 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(rng.randn(*(3, 2)), dtype=tf.float32, name='weight')
unused = tf.Variable(rng.rand(2), dtype=tf.float32)
b = tf.Variable(np.random.uniform(-1.0, 1.0, size=[2]).astype(np.float32) + rng.randn())
shift = tf.constant(rng.permutation(rng.rand(2)), tf.float32)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b * shift))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        batch = rng.permutation(6)[:6]
        sess.run(train_op, {x: rows[batch]})
        print(sess.run(loss, {x: rows + rng.randn()}))
