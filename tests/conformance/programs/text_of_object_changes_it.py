# expect: safe wrapped, parity
"""An object that counts how often it is shown is shown by `%` between two parts of the graph that read it."""

import numpy as np
import tensorflow as tf


class Width(object):
    shown = 1.0

    def __str__(self):
        self.shown += 2.0
        return 'width'


rng = np.random.RandomState(83)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
width = Width()
h = x * width.shown
print('%s of %d' % (width, 3))
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - y)) * width.shown
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value)
