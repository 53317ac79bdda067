# expect: compat, parity
"""Layers in a list add to a collection when they are made, and again when a loop asks each for its output."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(17)


class Dense(object):
    def __init__(self, rows, columns):
        self.kernel = tf.Variable(tf.ones([rows, columns]))
        tf.add_to_collection('costs', tf.reduce_sum(tf.abs(self.kernel)))

    def forward(self, x):
        tf.add_to_collection('costs', tf.reduce_sum(tf.square(self.kernel)))
        return tf.matmul(x, self.kernel)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
layers = []
first = Dense(3, 2)
layers.append(first)
second = Dense(2, 1)
layers.append(second)
outputs = x
for layer in layers:
    outputs = layer.forward(outputs)
loss = tf.reduce_mean(tf.square(outputs - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
cost = tf.add_n(tf.get_collection('costs'))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3), y: rng.rand(4, 1)})
        print(value, sess.run(cost))
