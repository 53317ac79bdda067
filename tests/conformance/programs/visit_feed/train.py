# expect: native, parity
"""A function of another file fills what is fed step by step, and the block adds to it."""

import numpy as np
import tensorflow as tf

import feeding as f

rng = np.random.RandomState(0)
inputs = tf.placeholder(tf.float32, [None, 3])
targets = tf.placeholder(tf.float32, [None])
keep = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.reduce_sum(inputs * w, 1) * keep - targets))
train_op = tf.train.MomentumOptimizer(0.02, 0.9).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        feed_dict = f.construct_feed_dict(rng, inputs, targets, keep_prob=keep)
        feed_dict.update({keep: 0.5})
        sess.run(train_op, feed_dict=feed_dict)
        feed_dict[keep] = 1.0
        print(step, sess.run(loss, feed_dict=feed_dict))
    print(sess.run(loss, feed_dict=f.construct_feed_dict(rng, inputs, targets, keep_prob=keep)))
