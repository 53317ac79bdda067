# expect: safe compat
"""A regulariser of the scope; the loss takes it for the first call alone."""

import numpy as np
import tensorflow as tf


def net(x, reuse):
    with tf.variable_scope('net', reuse=reuse, regularizer=tf.contrib.layers.l2_regularizer(0.1)):
        h = tf.layers.dense(x, 2, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.3), name='h')
        return tf.layers.dense(h, 1, kernel_initializer=tf.constant_initializer(0.4), name='o')


rng = np.random.RandomState(95)
x = tf.placeholder(tf.float32, [None, 3])
v = tf.placeholder(tf.float32, [None, 3])
out = net(x, False)
test = net(v, True)
penalty = tf.losses.get_regularization_loss()
loss = tf.reduce_mean(tf.square(out - 1.0)) + penalty
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, a, p = sess.run([train_op, loss, penalty], {x: rng.rand(4, 3)})
        print(i, a, p, sess.run(test, {v: np.ones((1, 3))}), sess.run(penalty))
