# expect: native, parity
"""A function is handed the writer of event files."""

import os
import tempfile

import numpy as np
import tensorflow as tf


def train(sess, writer, merged, train_op, x, y, data, labels, n):
    for i in range(n):
        s, _ = sess.run([merged, train_op], {x: data, y: labels})
        writer.add_summary(s, i)
    writer.flush()


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    tf.summary.scalar('l', loss)
    merged = tf.summary.merge_all()
    d = tempfile.mkdtemp()
    with tf.Session() as sess:
        writer = tf.summary.FileWriter(d, sess.graph)
        sess.run(tf.global_variables_initializer())
        train(sess, writer, merged, train_op, x, y, data, labels, 3)
        train(sess, writer, merged, train_op, x, y, data, labels, 2)
        writer.close()
        print(sess.run(w), len(os.listdir(d)))


main()
