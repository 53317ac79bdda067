# expect: native, parity
"""A function gives each gradient a rate by its place, of a list that was made from the gradients."""

import numpy as np
import tensorflow as tf

RATES = [0.5, 0.25, 0.125]


def scaled(pairs):
    found = []
    for i, (g, v) in enumerate(pairs):
        found.append((g * RATES[i], v))
    return found


rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 3], 0.4))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - x))
optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = optimizer.compute_gradients(loss)
named = [(g, v) for g, v in pairs if g is not None]
changed = scaled(named)
train_op = optimizer.apply_gradients(changed)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
