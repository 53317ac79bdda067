# expect: native, parity, prints otherwise: how tensors are shown when the graph is built
"""Layers are shown in the loop that builds them, if a setting says so."""

import numpy as np
import tensorflow as tf

VERBOSE = True
rng = np.random.RandomState(6)
x = tf.placeholder(tf.float32, [None, 4])
hidden = x
for i, size in enumerate([5, 3]):
    with tf.variable_scope('layer_%d' % i):
        w = tf.get_variable('w', [hidden.get_shape()[1], size], initializer=tf.constant_initializer(0.2))
        hidden = tf.nn.relu(tf.matmul(hidden, w))
        print(i, size, hidden)
if VERBOSE:
    # how wide it became
    print('width', hidden.get_shape().as_list()[1])
loss = tf.reduce_mean(tf.square(hidden - 1.0))
train_op = tf.train.AdamOptimizer(0.05).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for i in range(4):
    print(i, sess.run([train_op, loss], {x: rng.rand(6, 4)})[1])
