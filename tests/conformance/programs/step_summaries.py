# expect: safe native, races weights: a histogram of the weights is read beside their update
"""Scalars and histograms, merged and written."""

import glob
import os
import tempfile

import numpy as np
import tensorflow as tf

logdir = tempfile.mkdtemp()
rng = np.random.RandomState(9)
x = tf.placeholder(tf.float32, [None, 3], name='x')
y = tf.placeholder(tf.float32, [None, 1], name='y')
w = tf.get_variable('w', [3, 1], initializer=tf.zeros_initializer())
with tf.name_scope('loss'):
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    tf.summary.scalar('mse', loss)
tf.summary.histogram('weights', w)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    writer = tf.summary.FileWriter(logdir, sess.graph)
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(8, 3)
        summary, _, value = sess.run([merged, train_op, loss], feed_dict={x: bx, y: bx.sum(1, keepdims=True)})
        writer.add_summary(summary, i)
        tags = [v.tag for v in tf.Summary.FromString(summary).value]
        print(i, value, tags)
    writer.close()
print(len(glob.glob(os.path.join(logdir, 'events*'))))
