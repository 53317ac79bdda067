# expect: safe compat, computes otherwise: the number in a tag of one step, which HAZ103 tells
"""Tags of summaries come from scopes that are opened more than once."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(53)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
with tf.name_scope('eval'):
    error = tf.reduce_mean(tf.abs(tf.matmul(x, w) - 1.0))
with tf.name_scope('train'):
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    a = tf.summary.scalar('loss', loss)
with tf.name_scope('train'):
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.name_scope('eval'):
    b = tf.summary.scalar('error', error)
with tf.name_scope('train'):
    c = tf.summary.histogram('w', w)
one = tf.summary.merge([c])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(2):
        data = rng.rand(4, 3)
        sess.run(train_op, {x: data})
        for op in (0, 1):
            text = sess.run(b, {x: data}) if op else sess.run(one)
            print([value.tag for value in tf.Summary.FromString(text).value])
        print([value.tag for value in tf.Summary.FromString(sess.run(a, {x: data})).value])
