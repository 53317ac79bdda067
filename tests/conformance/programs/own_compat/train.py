# expect: native, parity
"""A module called compat stands beside the program, which imports from it."""

import numpy as np
import tensorflow as tf
from compat import to_text

rng = np.random.RandomState(0)

x = tf.placeholder(tf.float32, [None, 3], name='x')
w = tf.get_variable('w', [3, 1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0), name=to_text('loss'))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(to_text("step"), step, value)
