# expect: native, races first/Weights: a histogram of the weights is read beside their update
"""Variables with names of their own, in name scopes, among summaries that only some runs build."""

import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(11)
x = tf.placeholder(tf.float32, [None, 3])
with tf.name_scope('first'):
    w1 = tf.Variable(tf.constant(0.2, shape=[3, 2]), name='weight')
    hidden = tf.sigmoid(tf.matmul(x, w1))
    tf.summary.histogram('Weights', w1)
with tf.name_scope('second'):
    w2 = tf.Variable(tf.constant(0.3, shape=[2, 1]), name='weight')
    loss = tf.reduce_mean(tf.square(tf.matmul(hidden, w2) - 1.0))
    tf.summary.scalar('loss', loss)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    writer = tf.summary.FileWriter(tempfile.mkdtemp())
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        rows = rng.rand(5, 3)
        summary, _ = sess.run([merged, train_op], {x: rows})
        writer.add_summary(summary, i)
        print(sess.run(loss, {x: rows}), sess.run(w2))
