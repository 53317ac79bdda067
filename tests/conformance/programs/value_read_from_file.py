# expect: native
"""The graph is built with a value that a `with` of Python's reads, and whose name is another's later."""

import io

import numpy as np
import tensorflow as tf

with io.StringIO('2.5') as settings:
    scale = float(settings.read())
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x * scale, w) - 1.0))
scale = 7.0
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(sess.run([train_op, loss], {x: np.ones((2, 2)) * step})[1], scale)
