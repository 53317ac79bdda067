# expect: native one device
"""A function lists the files of a folder by the first element of a new iterator, and builds the graph by that."""

import os

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))


def programs(folder):
    names = next(os.walk(folder))[2]
    return sorted(name for name in names if name.endswith('.py'))


def targets(x, folder):
    count = len(programs(folder)) + len(os.walk(folder).__next__()[2])
    return tf.reduce_sum(x, 1) * tf.minimum(tf.constant(count, tf.float32), 2.0)


x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - targets(x, HERE)))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
random = np.random.RandomState(1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], {x: random.rand(8, 4)})
        print(step, value)
