"""A model, and what tells queues from other values, which tests alone ask."""

import tensorflow as tf


def is_queue(value):
    return isinstance(value, tf.FIFOQueue)


def infer(x):
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
    return tf.matmul(x, w)
