# expect: SES252
"""A part of the graph depends on the environment and on the arguments, which change before it is whole."""

import os
import sys

import numpy as np
import tensorflow as tf


def scaled(value):
    return value * (3.0 if 'SCALED_ONCE' in os.environ else 2.0)


x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.zeros_initializer())
loss = scaled(tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)))
for _ in sys.argv:
    loss = loss + float(os.getenv('DECAY', '0.1')) * tf.nn.l2_loss(w)
os.environ['SCALED_ONCE'] = '1'
os.environ['DECAY'] = '0.5'
sys.argv.append('--again')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss], {x: np.eye(4)})[1])
