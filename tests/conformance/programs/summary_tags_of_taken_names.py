# expect: native, parity
"""Summaries called as a variable, a placeholder and an operation before them: their tags have numbers."""

import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name='batch')
w = tf.Variable(tf.ones([3, 1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)), name='loss')
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
tf.summary.histogram('w', w)
tf.summary.histogram('batch', x)
tf.summary.histogram('x', x)
tf.summary.scalar('loss', loss)
merged = tf.summary.merge_all()
writer = tf.summary.FileWriter(tempfile.mkdtemp())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        batch = np.full([4, 3], 0.25 * step)
        sess.run(train_op, {x: batch})
        writer.add_summary(sess.run(merged, {x: batch}), step)
