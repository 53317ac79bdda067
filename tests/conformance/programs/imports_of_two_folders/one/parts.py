import tensorflow as tf


def dense(x):
    return x * tf.get_variable('w', [3], initializer=tf.ones_initializer())
