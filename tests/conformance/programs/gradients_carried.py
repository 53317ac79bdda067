# expect: native, parity
"""Each gradient has a smaller rate than the one before."""

import numpy as np
import tensorflow as tf


def slower(pairs):
    found = []
    rate = 1.0
    for g, v in pairs:
        found.append((g * rate, v))
        rate = rate * 0.5
    return found


rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 3], 0.4))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - x))
optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = optimizer.compute_gradients(loss)
changed = slower(pairs)
train_op = optimizer.apply_gradients(changed)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
