import tensorflow as tf


def counted_sum(x):
    count = tf.get_variable('count', [], initializer=tf.zeros_initializer(), trainable=False)
    tf.assign_add(count, 1.0)
    return tf.reduce_sum(x) + count
