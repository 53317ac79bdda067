# expect: native, parity
"""A function that summarises stands between variables in name scopes, in which it stays; a step leaves it out."""

import numpy as np
import tensorflow as tf


def summarise(value):
    with tf.name_scope('summaries'):
        mean = tf.reduce_mean(value)
        tf.summary.scalar('mean', mean)
        with tf.name_scope('deviation'):
            tf.summary.scalar('of', tf.sqrt(tf.reduce_mean(tf.square(value - mean))))
        tf.summary.histogram('values', value)


x = tf.placeholder(tf.float32, [None, 4], name='x')
y = tf.placeholder(tf.float32, [None, 1], name='y')
with tf.name_scope('weights'):

    def ones(shape):
        return tf.Variable(tf.ones(shape), name='kernel')

    w = ones([4, 1])
    summarise(w)
with tf.name_scope('bias'):
    b = tf.Variable(tf.zeros([1]))
    summarise(b)
with tf.name_scope('train'):
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
    tf.summary.scalar('loss', loss)
    train = tf.train.AdamOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()

random = np.random.RandomState(0)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(6):
        xs = random.rand(8, 4).astype(np.float32)
        feed = {x: xs, y: xs.sum(1, keepdims=True)}
        print(session.run(loss, feed_dict=feed))
        session.run(train, feed_dict=feed)
        if step % 2 == 0:
            print(len(session.run(merged, feed_dict=feed)) > 100)
