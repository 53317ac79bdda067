# expect: safe compat
"""Soft updates of a target network."""

import numpy as np
import tensorflow as tf


def build(s, name, value):
    with tf.variable_scope(name):
        w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(value))
        b = tf.get_variable('b', [1], initializer=tf.constant_initializer(value))
        return tf.matmul(s, w) + b


rng = np.random.RandomState(23)
s = tf.placeholder(tf.float32, [None, 2], 's')
r = tf.placeholder(tf.float32, [None, 1], 'r')
q = build(s, 'eval', 0.1)
q_ = build(s, 'target', 0.5)
e = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope='eval')
t = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope='target')
soft_replace = [tf.assign(a, 0.9 * a + 0.1 * b) for a, b in zip(t, e)]
td = tf.losses.mean_squared_error(labels=r + 0.9 * tf.stop_gradient(q_), predictions=q)
train = tf.train.GradientDescentOptimizer(0.1).minimize(td, var_list=e)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(4):
    data = rng.rand(4, 2)
    sess.run(soft_replace)
    _, err = sess.run([train, td], {s: data, r: data[:, :1]})
    print(i, err, sess.run(q_, {s: [[1, 1]]}))
