# expect: compat, parity
"""Layers are made in a list, and one more is added; a function asks each for its output."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(23)


class Dense(object):
    def __init__(self, rows, columns, activation):
        self.kernel = tf.Variable(0.5 * tf.ones([rows, columns]))
        self.bias = tf.Variable(tf.zeros([columns]))
        self.activation = activation

    def forward(self, x):
        return self.activation(tf.matmul(x, self.kernel) + self.bias)


def through(layers, x):
    for layer in layers:
        x = layer.forward(x)
    return x


x = tf.placeholder(tf.float32, [None, 3])
layers = [Dense(3, 4, tf.tanh), Dense(4, 2, tf.sigmoid)]
layers.append(Dense(2, 1, tf.identity))
outputs = through(layers, x)
loss = tf.reduce_mean(tf.square(outputs - 1.0)) + 0.01 * tf.nn.l2_loss(layers[0].kernel)
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss], {x: rng.rand(4, 3)})[1], sess.run(layers[2].bias))
