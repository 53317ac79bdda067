# expect: native, parity
"""What a run gives for an operation is kept: under a key, as an attribute, and as a name that is fed."""

import argparse

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
log, kept = {}, argparse.Namespace()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        log[i], log['trained %d' % i] = sess.run([loss, train_op], {x: np.eye(2) + i})
        kept.trained, kept.loss = sess.run([train_op, loss], {x: np.eye(2) + i})
        batch = np.eye(2)
        batch, value = sess.run([train_op, loss], {x: batch})
        print(batch, value, kept)
    print(log)
