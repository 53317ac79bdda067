# expect: native, parity
"""Savers are told variables that begin with random tensors, in a graph whose steps draw, too."""

import os
import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
start = tf.random_normal([3, 4], stddev=0.5, seed=1)
hidden = tf.Variable(start, name='hidden')
twin = tf.Variable(start, name='twin')
out = tf.Variable(tf.truncated_normal([4, 1], stddev=0.5, seed=2), name='out')
shift = tf.Variable(tf.zeros([1]), name='Out')
h = tf.nn.dropout(tf.nn.tanh(tf.matmul(x, hidden) - 0.5 * tf.matmul(x, twin)), 0.8, seed=3)
loss = tf.reduce_mean(tf.square(tf.matmul(h, out) + shift - y))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
weight = tf.reduce_sum(tf.abs(hidden)) + tf.reduce_sum(tf.abs(out))
named = tf.train.Saver({'first': hidden, 'second': out})
listed = tf.train.Saver([twin, shift])
folder = tempfile.mkdtemp()
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train, loss], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
        print(step, value)
    path = named.save(sess, os.path.join(folder, 'named'))
    print([name for name, _ in tf.train.list_variables(path)])
    path = listed.save(sess, os.path.join(folder, 'listed'))
    print([name for name, _ in tf.train.list_variables(path)])
    for step in range(2):
        _, value = sess.run([train, loss], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
        print(step, value)
    named.restore(sess, os.path.join(folder, 'named'))
    print(sess.run(weight), sess.run([twin, shift]))
