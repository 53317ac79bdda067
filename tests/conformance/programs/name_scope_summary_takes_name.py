# expect: SES209
"""A summary that not all runs build takes the name that a variable behind it was to have."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
with tf.name_scope('first'):
    w1 = tf.Variable(tf.constant(0.2, shape=[3, 2]), name='w1')
    tf.summary.histogram('W2', w1)
    w2 = tf.Variable(tf.constant(0.3, shape=[2, 1]), name='w2')
loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w1), w2) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run([merged, train_op], {x: np.ones([2, 3])})
        print(sess.run(loss, {x: np.ones([2, 3])}))
