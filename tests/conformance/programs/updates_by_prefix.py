# expect: compat, parity
"""Batch normalisation by hand, whose updates are found by how their names begin."""

import numpy as np
import tensorflow as tf


def batch_norm(x, scope):
    with tf.variable_scope(scope):
        mean = tf.get_variable('mean', [3], initializer=tf.zeros_initializer(), trainable=False)
        batch_mean, batch_var = tf.nn.moments(x, [0])
        update = tf.assign_add(mean, 0.1 * (batch_mean - mean))
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, update)
        return (x - batch_mean) / tf.sqrt(batch_var + 1e-3)


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
with tf.name_scope('tower_0'):
    h = batch_norm(x, 'bn1')
loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - 1.0))
updates = [op for op in tf.get_collection(tf.GraphKeys.UPDATE_OPS) if op.name.startswith('tower_0')]
train = tf.group(tf.train.GradientDescentOptimizer(0.1).minimize(loss), *updates)
total = tf.add_n([tf.reduce_sum(v) for v in tf.global_variables()])
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        l, _ = sess.run([loss, train], {x: rng.rand(8, 3)})
        print(repr(l))
    print(sess.run(total))
