# expect: safe wrapped
"""Dictionaries, nested lists and tuples are fetched."""

import collections

import numpy as np
import tensorflow as tf

Out = collections.namedtuple('Out', ['loss', 'pred'])
rng = np.random.RandomState(17)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
pred = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(pred - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
fetches = {'train': train_op, 'loss': loss, 'more': [pred, (loss, pred)]}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        feed = {x: bx, y: bx.sum(1, keepdims=True)}
        got = sess.run(fetches, feed_dict=feed)
        print(sorted(got), got['train'], got['loss'], got['more'][0].shape, got['more'][1][0])
        out = sess.run(Out(loss, pred), feed_dict=feed)
        print(out.loss, out.pred[0], type(out).__name__)
        _, (value, guess) = sess.run((train_op, [loss, pred]), feed_dict=feed)
        print(value, guess.max())
