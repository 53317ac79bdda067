# expect: native, parity
"""Savers are made where they save and restore, and what initialises where it is run."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()


def init_op():
    return tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(init_op())
        for step in range(3):
            print(sess.run([loss, train_op], {x: np.ones((2, 3))})[0])
            path = tf.train.Saver(max_to_keep=1).save(sess, os.path.join(folder, 'model'), global_step=step)
        print(os.path.basename(path))
        sess.run(train_op, {x: np.ones((2, 3))})
        tf.train.Saver().restore(sess, tf.train.latest_checkpoint(folder))
        print(sess.run(loss, {x: np.ones((2, 3))}))


main()
