# expect: safe wrapped, parity
"""Layers number themselves by a counter of their own class, which `type` gives."""

import numpy as np
import tensorflow as tf


class Layer(object):
    count = 0

    def __init__(self, inputs, outputs):
        type(self).count += 1
        self.name = 'dense_%d' % self.count
        with tf.variable_scope(self.name):
            self.w = tf.get_variable(
                'w', [inputs, outputs], initializer=tf.constant_initializer(0.1 * self.count)
            )

    def __call__(self, h):
        return tf.matmul(h, self.w) * float(self.count)


rng = np.random.RandomState(71)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
hidden = Layer(3, 2)
h = tf.nn.relu(hidden(x))
pred = Layer(2, 1)(h)
loss = tf.reduce_mean(tf.square(pred - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value, sess.run(pred, {x: np.ones((1, 3))}))
