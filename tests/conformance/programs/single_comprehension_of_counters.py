# expect: compat
"""A list of Python objects beside one of tensors: each tells something else whenever it is asked."""

import numpy as np
import tensorflow as tf


class Counter:
    def __init__(self):
        self.count = 0

    def following(self):
        self.count += 1
        return float(self.count)


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
parts = [tf.matmul(x, w), tf.square(tf.matmul(x, w))]
counters = [Counter(), Counter()]
loss = tf.add_n([tf.reduce_mean(part) * counter.following() for part, counter in zip(parts, counters)])
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([train, loss], {x: np.ones([2, 3])})[1])
    print(sess.run(loss, {x: np.ones([2, 3])}))
