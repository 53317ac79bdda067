# expect: safe wrapped
"""A library that is not known puts one argument into another, from where the graph's code changes it."""

import heapq
from unittest import mock

import numpy as np
import tensorflow as tf


class Sizes:
    pass


sizes = Sizes()
mock.patch.object(sizes, "units", [1], create=True).start()


def model(x):
    heapq.heappush(sizes.units, 3)
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    return tf.matmul(x, w) / float(len(sizes.units))


x = tf.placeholder(tf.float32, [None, 2])
y = model(x)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train, loss], {x: np.eye(2)})
        print(value)
    print(sess.run(y, {x: np.ones((1, 2))}), sizes.units)
