# expect: safe wrapped
"""Options that change by a method of their own called `update`, behind what was built with them."""

import numpy as np
import tensorflow as tf


class Options(object):
    def __init__(self, **named):
        self.__dict__.update(named)

    def update(self, **named):
        self.__dict__.update(named)


options = Options(weight=0.5, rate=0.1)


def build(x, y):
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
    loss = options.weight * tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    options.update(weight=3.0)
    return loss, tf.train.GradientDescentOptimizer(options.rate).minimize(loss)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
loss, train_op = build(x, y)
data = np.random.RandomState(0).rand(4, 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: data, y: data[:, :1]})[0])
    print(sess.run(loss, {x: data[:2], y: data[:2, :1]}))
