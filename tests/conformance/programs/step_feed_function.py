# expect: native, parity
"""A nested function returns what is fed, as the summaries tutorial has it."""

import numpy as np
import tensorflow as tf


def train():
    sess = tf.InteractiveSession()
    x = tf.placeholder(tf.float32, [None, 4], name='x-input')
    y_ = tf.placeholder(tf.float32, [None, 1], name='y-input')
    keep_prob = tf.placeholder(tf.float32)
    w = tf.Variable(tf.constant(0.1, shape=[4, 1]))
    y = tf.nn.dropout(tf.matmul(x, w), keep_prob)
    loss = tf.reduce_mean(tf.square(y - y_))
    tf.summary.scalar('loss', loss)
    train_step = tf.train.AdamOptimizer(0.1).minimize(loss)
    merged = tf.summary.merge_all()
    tf.global_variables_initializer().run()
    rng = np.random.RandomState(0)

    def feed_dict(train):
        """Maps data onto placeholders."""
        if train:
            xs, k = rng.rand(8, 4), 1.0
        else:
            xs, k = np.ones([8, 4]), 1.0
        return {x: xs, y_: xs.sum(1, keepdims=True), keep_prob: k}

    for i in range(6):
        if i % 3 == 0:
            summary, value = sess.run([merged, loss], feed_dict=feed_dict(False))
            print(i, value)
        else:
            summary, _ = sess.run([merged, train_step], feed_dict=feed_dict(True))


train()
