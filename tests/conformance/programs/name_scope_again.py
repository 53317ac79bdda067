# expect: SES209
"""A name scope is opened again, the first time for what not all runs build: a variable is named after that."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w1 = tf.Variable(tf.constant(0.2, shape=[3, 2]), name='w1')
with tf.name_scope('layer'):
    total = tf.reduce_sum(x)
with tf.name_scope('layer'):
    w2 = tf.Variable(tf.constant(0.3, shape=[2, 1]), name='w2')
loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w1), w2) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train_op, {x: np.ones([2, 3])})
        print(sess.run([loss, total], {x: np.ones([2, 3])}))
