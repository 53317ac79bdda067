# expect: native, parity
"""The module defines a function in one branch or the other, and another one that calls it."""

import sys

import numpy as np
import tensorflow as tf

if sys.version_info < (3,):
    def join(parts, axis):
        return tf.concat(axis, parts)
else:
    def join(parts, axis):
        return tf.concat(parts, axis)


def layer(values, width):
    return tf.layers.dense(join([values, tf.square(values)], 1), width, name='layer%d' % width)


x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(layer(tf.tanh(layer(x, 4)), 1) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(9)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([loss, train_op], {x: rng.rand(5, 3)})[0])
