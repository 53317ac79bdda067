"""A model with a hidden effect."""
import tensorflow as tf


def counted(x):
    calls = tf.get_variable("calls", [], initializer=tf.zeros_initializer(), trainable=False)
    tf.assign_add(calls, 1.0)
    return x


def model(x):
    return counted(tf.matmul(x, tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())))
