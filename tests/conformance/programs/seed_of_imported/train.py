# expect: SES201 wrapped, parity
"""The seed of the graph is set by a module that is imported before the graph begins."""

import numpy as np
import tensorflow as tf

import settings  # noqa: F401

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.random_normal_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + tf.random_uniform([]) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    opened = {'sess': sess}
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(opened['sess'].run([train_op, loss], {x: np.eye(2)})[1])
