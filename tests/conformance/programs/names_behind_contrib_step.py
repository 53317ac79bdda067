# expect: native
"""The global step comes first, by a function of tf.contrib: it takes no name of a variable behind it."""

import numpy as np
import tensorflow as tf

global_step = tf.contrib.framework.get_or_create_global_step()
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope("conv1"):
    w = tf.get_variable("weights", [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([loss, train_op, global_step], {x: np.ones([2, 3])})[0])
