# expect: safe native
"""A second session goes on where the first began: Adam's memory is new as well."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(75)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.fill([3, 1], 0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
step = tf.train.AdamOptimizer(0.1).minimize(loss)
data = rng.rand(4, 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(step, {x: data})
    print(sess.run(loss, {x: data}), sess.run(w).ravel())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss, {x: data}), sess.run(w).ravel())
    for i in range(3):
        sess.run(step, {x: data})
    print(sess.run(loss, {x: data}), sess.run(w).ravel())
