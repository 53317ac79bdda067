# expect: native, parity
"""What no run needs is built by a function that only looks at the world: nothing is lost."""

import os

import numpy as np
import tensorflow as tf


def scaled(tensor):
    size = os.path.getsize(__file__)
    with open(__file__) as file:
        lines = len(file.readlines())
    return tensor * float(size) / lines


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
y = tf.matmul(x, w)
unused = scaled(y)
loss = tf.reduce_mean(tf.square(y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([3, 2])})[1])
