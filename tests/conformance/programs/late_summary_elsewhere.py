# expect: lower, not run: it makes no step that could be compared
"""What merges all summaries finds those that another function adds, where that was called before."""

import sys

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
loss = tf.reduce_sum(tf.square(x))


def train():
    tf.summary.scalar('loss', loss)
    merged = tf.summary.merge_all()
    with tf.Session() as sess:
        print(len(sess.run(merged, {x: [1.0]})))


def test():
    tf.summary.scalar('test', loss)
    merged = tf.summary.merge_all()
    with tf.Session() as sess:
        print(len(sess.run(merged, {x: [2.0]})))


if len(sys.argv) < 2:
    train()
test()
