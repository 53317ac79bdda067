# expect: native
"""The machine of the session is an option that has a short name, too: this one, by default."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('-m', '--master', type=str, default='')
args = parser.parse_args()

x = tf.placeholder(tf.float32, [None, 2], name='x')
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session(args.master) as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = np.full([2, 2], 0.25 * step, np.float32)
        print('%.6f' % sess.run([loss, train], {x: batch})[0])
