# expect: compat, parity
"""Savers at three places: before all slots, between two optimizers, and behind moving averages."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
rng = np.random.RandomState(53)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
first = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
of_model = tf.train.Saver()
train_first = tf.train.MomentumOptimizer(0.1, 0.9).minimize(first)
of_first = tf.train.Saver(tf.global_variables(), max_to_keep=2)
v = tf.get_variable('v', [2, 1], initializer=tf.constant_initializer(0.2))
second = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w), v) - 2.0))
chosen = [one for one in tf.global_variables() if one.op.name != 'w']
train_second = tf.train.AdamOptimizer(0.01).minimize(second, var_list=[v])
averages = tf.train.ExponentialMovingAverage(0.9)
with tf.control_dependencies([train_second]):
    train_averaged = averages.apply([v])
of_chosen = tf.train.Saver(chosen)
of_all = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        print(i, sess.run([train_first, first], {x: rng.rand(4, 3)})[1])
        print(i, sess.run([train_averaged, second], {x: rng.rand(4, 3)})[1])
        if i == 2:
            of_model.save(sess, os.path.join(folder, 'model'), write_meta_graph=False)
            of_first.save(sess, os.path.join(folder, 'first'), write_meta_graph=False)
            of_chosen.save(sess, os.path.join(folder, 'chosen'), write_meta_graph=False)
            of_all.save(sess, os.path.join(folder, 'all'), write_meta_graph=False)
        if i == 4:
            of_first.restore(sess, os.path.join(folder, 'first'))
for name in ['model', 'first', 'chosen', 'all']:
    print(name, [one for one, _ in tf.train.list_variables(os.path.join(folder, name))])
