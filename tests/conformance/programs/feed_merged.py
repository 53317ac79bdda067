# expect: compat, parity
"""Dictionaries that are fed take over what others feed."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None])
rate = tf.placeholder(tf.float32, [])
keep = tf.placeholder_with_default(1.0, [])
w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w * keep, 1) - y))
train_op = tf.train.GradientDescentOptimizer(rate * 0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    settings = {rate: 1.0}
    for step in range(4):
        rows = rng.rand(3, 2)
        batch = {x: rows, y: rows.sum(1)}
        feed = dict(batch)
        feed.update(settings)
        if step > 1:
            other = settings.copy()
            other[keep] = 0.5
            feed.update(other)
        print(step, sess.run([train_op, loss], feed)[1], sess.run(loss, {**batch, keep: 0.9}))
        settings[rate] = 0.5
