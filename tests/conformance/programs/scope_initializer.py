# expect: native, parity
"""A variable scope is given its initialiser in a statement of its own."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('model'):
    tf.get_variable_scope().set_initializer(tf.constant_initializer(0.5))
    w = tf.get_variable('w', [3])
    with tf.variable_scope('inner') as scope:
        scope.set_regularizer(lambda v: 0.1 * tf.nn.l2_loss(v))
        b = tf.get_variable('b', [1])
out = tf.reduce_sum(x * w, 1) + b
loss = tf.reduce_mean(tf.square(out - 2.0)) + tf.losses.get_regularization_loss()
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for seed in range(3):
        batch = np.random.RandomState(seed).rand(4, 3)
        print(sess.run([train_op, loss], {x: batch})[1])
