# expect: SES201 wrapped, parity
"""What runs its session is run by tests too, in sessions of a framework, so that it stays as it is."""

import numpy as np
import tensorflow as tf

from running import run_batch

inputs = tf.placeholder(tf.float32, [None, 2])
weights = tf.get_variable('weights', [2, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - 1))
train_op = tf.train.AdagradOptimizer(0.3).minimize(loss)

rng = np.random.RandomState(6)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, run_batch(sess, [loss, train_op], inputs, rng.rand(4, 2)))
