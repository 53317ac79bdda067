# expect: SES214
"""Two files have the name that is imported; which of them is meant, Python's path says when the program runs."""

import os
import sys

import numpy as np
import tensorflow as tf

sys.path.append(os.environ.get('PARTS', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'one')))
import parts

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(parts.dense(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {x: np.eye(3)})[1])
