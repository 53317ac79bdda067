"""A network, and a way to open it that only other projects use."""

import tensorflow as tf


def out_of(x):
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    return tf.matmul(x, w)


def opened(path):
    x = tf.placeholder(tf.float32, [None, 2])
    out = out_of(x)
    sess = tf.Session()
    tf.train.Saver().restore(sess, path)
    return {'session': sess, 'x': x, 'out': out}
