import tensorflow as tf


def dense(x, units):
    w = tf.get_variable('w', [3, units], initializer=tf.ones_initializer())
    return tf.matmul(x, w)
