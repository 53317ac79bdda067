# expect: native, parity
"""Lists of placeholders and of values become what is fed, by `zip`, in all ways."""

import numpy as np
import tensorflow as tf


def run(sess, op, holders, values):
    return sess.run(op, feed_dict={k: np.asarray(v) * 1.0 for k, v in zip(holders, values)})


def train():
    rng = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None])
    keep = tf.placeholder(tf.float32, [])
    inputs = [y, x]
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) * keep - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            batch = rng.rand(4, 3)
            fed = dict(zip((x, y), (batch, batch.sum(1))))
            fed.update(dict(zip([keep], [0.5])))
            sess.run(train_op, feed_dict=fed)
            print(sess.run(loss, {k: v for k, v in zip([x, y, keep], [batch, batch.sum(1), 1.0, 'unused'])}))
            fed = {holder: value for holder, value in zip(inputs, [batch.sum(1), batch])}
            fed[keep] = 1.0
            print(sess.run(loss, feed_dict=fed))
            print(run(sess, loss, [keep, y, x], [0.25, batch.sum(1), batch]))


train()
