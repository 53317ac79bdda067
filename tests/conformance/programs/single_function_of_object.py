# expect: safe compat
"""An object calls the function that it is made with, which makes layers, named by their order."""

import numpy as np
import tensorflow as tf


def layer(x):
    return tf.layers.dense(x, 2, kernel_initializer=tf.ones_initializer())


class Net:
    def __init__(self, function):
        self.function = function
        self.w = tf.get_variable('w', [3, 3], initializer=tf.ones_initializer())

    def forward(self, x):
        return self.function(tf.matmul(x, self.w))


x = tf.placeholder(tf.float32, [None, 3])
net = Net(layer)
first = net.forward(x)
second = net.forward(x)
loss = tf.reduce_mean(first ** 2)
train_op = tf.train.GradientDescentOptimizer(0.001).minimize(tf.reduce_mean(second ** 2))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(loss, {x: np.ones([2, 3])}))
        sess.run(train_op, {x: np.ones([2, 3])})
