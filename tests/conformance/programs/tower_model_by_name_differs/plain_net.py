import tensorflow as tf


def output(x):
    return tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5)))


def again():
    return tf.constant(1.0)
