# expect: SES209
"""Summaries in a name scope that a variable is in, too, which enters it again by its full name."""

import numpy as np
import tensorflow as tf


def summarise(value):
    tf.summary.scalar('Variable', tf.reduce_mean(value))


x = tf.placeholder(tf.float32, [None, 4], name='x')
y = tf.placeholder(tf.float32, [None, 1], name='y')
w = tf.Variable(tf.ones([4, 1]))
with tf.name_scope('bias'):
    summarise(w)
with tf.name_scope('bias/'):
    b = tf.Variable(tf.zeros([1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
tf.summary.scalar('loss', loss)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(6):
        feed = {x: np.ones([8, 4]), y: np.ones([8, 1])}
        print(session.run([train, loss], feed_dict=feed))
        print(len(session.run(merged, feed_dict=feed)))
