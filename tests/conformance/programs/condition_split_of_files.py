# expect: SES204, parity
"""Conditions that hold parts of the graph beside Python, with tests of a folder and of the environment."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = os.path.join(tempfile.mkdtemp(), 'logs')
x = tf.placeholder(tf.float32, [None, 4])
w = tf.get_variable('w', [4, 1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
if not os.path.exists(folder):
    os.makedirs(folder)
    loss = loss + 0.1 * tf.nn.l2_loss(w)
    label = 'new'
if 'DECAYS_TWICE' not in os.environ:
    os.environ['DECAYS_TWICE'] = '1'
    loss = loss + 0.1 * tf.nn.l2_loss(w)
    label += ' twice'
update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([update, loss], {x: np.eye(4)})
        print(label, step, value)
