import tensorflow as tf


def dense(x, size, name):
    with tf.variable_scope(name):
        w = tf.get_variable('w', [x.shape[-1], size])
        return tf.matmul(x, w)


def counted(x):
    # Not fetched by all: an effect.
    seen = tf.get_variable('seen', [], trainable=False, initializer=tf.zeros_initializer())
    with tf.control_dependencies([tf.assign_add(seen, 1.0)]):
        return tf.identity(x)
