# expect: native, parity
"""A loop over gradients ends at the first bias, behind which a variable is made that needs no layer."""

import numpy as np
import tensorflow as tf


def until_bias(pairs):
    found = []
    for g, v in pairs:
        found.append((g * 0.5, v))
        if len(v.get_shape()) == 1:
            break
    return found


rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
h = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.3))
w = tf.Variable(tf.fill([3, 3], 0.4))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - x))
optimizer = tf.train.GradientDescentOptimizer(0.1)
pairs = optimizer.compute_gradients(loss)
changed = until_bias(pairs)
train_op = optimizer.apply_gradients(changed)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
