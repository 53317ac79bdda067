# expect: compat, parity
"""Recurrent cells of the program's own: one that is called by TensorFlow's base class, one that is called itself."""

import numpy as np
import tensorflow as tf


class Leaky(tf.nn.rnn_cell.RNNCell):
    def __init__(self, units, initializer):
        super(Leaky, self).__init__()
        self._units = units
        self._initializer = initializer

    @property
    def state_size(self):
        return self._units

    @property
    def output_size(self):
        return self._units

    def _both(self, one, other):
        return tf.concat(axis=1, values=[one, other])

    def call(self, inputs, state):
        w = tf.get_variable('w', [2 + self._units, self._units], initializer=self._initializer)
        output = 0.5 * state + tf.nn.tanh(tf.matmul(self._both(inputs, state), w))
        return output, output


class Plain(Leaky):
    def __call__(self, inputs, state, scope=None):
        with tf.variable_scope(scope or type(self).__name__):
            v = tf.get_variable('v', [4, self._units], initializer=self._initializer)
            output = tf.nn.sigmoid(tf.matmul(inputs, v) + state)
            return output, output


x = tf.placeholder(tf.float32, [None, 3, 2])
cell = tf.nn.rnn_cell.MultiRNNCell([Leaky(4, tf.constant_initializer(0.1)), Plain(3, tf.constant_initializer(0.2))])
outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
loss = tf.reduce_mean(tf.square(state[-1] - 1.0)) + tf.reduce_sum(outputs)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.ones((2, 3, 2)) * (i + 1)})[1:])
    print([v.name for v in tf.global_variables()])
