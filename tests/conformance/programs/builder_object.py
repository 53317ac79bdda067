# expect: native, parity
"""An object builds the graph by its methods, and counts its layers; one without a state gives the loss."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, sizes):
        self.sizes = sizes
        self.layers = 0

    def layer(self, x, size):
        self.layers += 1
        return tf.layers.dense(x, size, kernel_initializer=tf.ones_initializer(), name='layer%d' % self.layers)

    def build(self, x):
        for size in self.sizes:
            x = self.layer(x, size)
        return x / self.layers


class Losses:
    def square(self, out, y):
        return tf.reduce_mean(tf.square(out - y))


rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
net = Net([2, 1])
losses = Losses()
out = net.build(x)
loss = losses.square(out, y)
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        bx = rng.rand(4, 3)
        print(step, sess.run([loss, train_op], {x: bx, y: bx.sum(1, keepdims=True)})[0])
    print(sess.run(out, {x: np.ones([2, 3])}))
