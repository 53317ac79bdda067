# expect: safe wrapped, parity
"""A set of examples shuffles its list by a stream of its own, between two parts of the graph that read it."""

import numpy as np
import tensorflow as tf


class Examples(object):
    def __init__(self, rows):
        self.rows = rows
        self.at = 0
        self.rng = np.random.RandomState(7)

    def next_batch(self, size):
        if self.at + size > len(self.rows):
            self.rng.shuffle(self.rows)
            self.at = 0
        self.at += size
        return np.array(self.rows[self.at - size:self.at], np.float32)


rows = [[float(i), i * 0.5, 3.0 - i] for i in range(8)]
examples = Examples(rows)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
first = tf.constant(rows[0], tf.float32)
for _ in range(3):
    examples.next_batch(4)
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x - first, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = examples.next_batch(4)
        _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value)
