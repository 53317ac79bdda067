# expect: native, parity
"""A model's parts are named values with a class of their own."""
import collections

import numpy as np
import tensorflow as tf


class Part(collections.namedtuple('Part', ['scope', 'build', 'sizes'])):
    """A scope, what builds a layer in it, and the sizes of its layers."""

    def depth(self):
        return len(self.sizes)


def dense(x, size, name):
    with tf.variable_scope(name):
        w = tf.get_variable('w', [x.shape[-1], size])
        return tf.nn.tanh(tf.matmul(x, w))


def stacked(x, parts):
    for part in parts:
        with tf.variable_scope(part.scope):
            for i in range(part.depth()):
                x = part.build(x, part.sizes[i], 'layer_%d' % i)
    return x


def model(x):
    parts = [Part('first', dense, [8, 6]), Part('last', dense, [1])]
    return stacked(x, parts)


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(model(x) - 0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], feed_dict={x: np.full((2, 4), step, np.float32)})
        print(value)
