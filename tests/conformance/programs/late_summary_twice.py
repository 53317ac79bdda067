# expect: lower, not run: it makes no step that could be compared
"""A function that is called twice adds its summary twice, under another name."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
loss = tf.reduce_sum(tf.square(x))


def report(sess, rows):
    tf.summary.scalar('loss', loss)
    merged = tf.summary.merge_all()
    print(len(sess.run(merged, {x: rows})))


with tf.Session() as sess:
    report(sess, [1.0])
    report(sess, [2.0])
