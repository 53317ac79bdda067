# expect: native, parity
"""Each gradient is clipped and scaled by itself, so that their order does not matter."""

import numpy as np
import tensorflow as tf


def average(towers):
    averaged = []
    for pairs in zip(*towers):
        total = pairs[0][0]
        for g, _ in pairs[1:]:
            total = total + g
        averaged.append((total / len(towers), pairs[0][1]))
    return averaged


rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 3], 0.4))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - x))
optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = optimizer.compute_gradients(loss)
changed = []
for g, v in average([pairs, pairs]):
    if g is None:
        continue
    rate = 0.5 if 'bias' in v.name else 1.0
    changed.append((tf.clip_by_norm(g, 0.5) * rate, v))
train_op = optimizer.apply_gradients(changed)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
