# expect: native one device
"""A function that builds the model ends the program by `sys.exit()` where it is told a size that it has not."""

import sys

import numpy as np
import tensorflow as tf


def network(x, size):
    if size % 2:
        print('the size', size, 'is odd')
        sys.exit(1)
    with tf.variable_scope('network'):
        w = tf.get_variable('w', [4, size], initializer=tf.constant_initializer(0.5))
        return tf.reduce_sum(tf.matmul(x, w), 1)


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None])
predicted = network(x, 2)
loss = tf.reduce_mean(tf.square(predicted - y))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
random = np.random.RandomState(1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        xs = random.rand(8, 4)
        _, value = sess.run([train_op, loss], {x: xs, y: xs.sum(1)})
        print(step, value)
    print(sess.run(predicted, {x: np.eye(4)}))
