# expect: safe compat
"""A helper calls a method of the object that it is handed; the method makes layers, named by their order."""

import numpy as np
import tensorflow as tf


class Head:
    def __init__(self, width):
        self.w = tf.get_variable('w', [3, width], initializer=tf.ones_initializer())

    def output(self, x):
        return tf.layers.dense(tf.matmul(x, self.w), 1, kernel_initializer=tf.ones_initializer())


def output_of(heads, x):
    return heads[0].output(x)


x = tf.placeholder(tf.float32, [None, 3])
head = Head(2)
first = output_of([head], x)
second = output_of([head], x)
loss = tf.reduce_mean(first ** 2)
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(tf.reduce_mean(second ** 2))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(loss, {x: np.ones([2, 3])}))
        sess.run(train_op, {x: np.ones([2, 3])})
