# expect: native, parity
"""Two files have the name that is imported: the one in the folder that the program puts on Python's path."""

import os
import sys

import numpy as np
import tensorflow as tf

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'one'))
import parts

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(parts.dense(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {x: np.eye(3)})[1])
