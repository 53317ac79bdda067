# expect: compat, parity
"""Tensors are told apart as objects: in lists, as keys, by helpers; numbers beside them by their values."""

import numpy as np
import tensorflow as tf


def blended(a, b, part):
    if part == 0.0 or a == b:
        return a
    return a * (1.0 - part) + b * part


def noted(value, seen):
    return tf.Print(value, [value]) if value not in seen else value


x = tf.placeholder(tf.float32, [None, 2])
part = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer([0.25, 0.5]))
v = tf.get_variable('v', [2], initializer=tf.constant_initializer(0.25))
net = tf.multiply(x, w)
same = blended(net, net, part)
other = blended(net, x, part)
plain = blended(net, x, 0.0)
names = {w: 'w', v: 'v', net: 'net'}
found = names[w] + names[net]
loss = tf.reduce_sum(tf.square(other - same)) + len(found) * tf.reduce_sum(tf.square(v - plain))
shown = noted(loss, [net, part])
gvs = tf.train.GradientDescentOptimizer(0.01)
train_op = gvs.minimize(loss, var_list=[one for one in tf.trainable_variables() if names[one] != 'v'])
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        feed = {x: rng.rand(3, 2), part: i * 0.5}
        print(sess.run([train_op, loss], feed)[1], sess.run(shown, feed), sess.run([w, v]))
