# expect: compat, parity
"""A model's own methods have the names of those that run, save and restore."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Model(object):
    def __init__(self, size):
        self.w = tf.get_variable('w', [3, size], initializer=tf.constant_initializer(0.1))

    def run(self, x):
        return tf.matmul(x, self.w)

    def eval(self, x, y):
        return tf.reduce_mean(tf.abs(self.run(x) - y))

    def restore(self, x, size):
        return tf.slice(self.run(x), [0, 0], [size, 1])

    def load(self, x, y):
        loss = tf.reduce_mean(tf.square(self.run(x) - y)) + self.save(0.01)
        return loss, tf.train.AdamOptimizer(0.1).minimize(loss)

    def save(self, scale):
        return scale * tf.nn.l2_loss(self.w)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
model = Model(1)
loss, train_op = model.load(x, y)
error = model.eval(x, y)
first = model.restore(x, 2)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        feed = {x: rng.rand(4, 3), y: rng.rand(4, 1)}
        print(sess.run([loss, train_op], feed)[0], sess.run([error, first], feed))
