# expect: compat, parity
"""Statements list the variables beside what they run: with their values, as a number, and for what is fed."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
with tf.variable_scope('head'):
    b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(x * w + b - 3.0))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        sess.run(train, {x: np.ones([len(tf.trainable_variables()), 2])})
        print('%d of %d variables: %s' % (len(tf.trainable_variables()), len(tf.global_variables()), sess.run(w)))
    for name, value in zip([v.name for v in tf.trainable_variables()], sess.run(tf.trainable_variables())):
        print(name, value)
    if len(tf.global_variables()) == 4 and sess.run(b)[0] > 0:
        print({v.name: v.shape.as_list() for v in tf.global_variables()}, sess.run(w))
