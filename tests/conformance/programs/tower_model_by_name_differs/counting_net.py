import tensorflow as tf

MADE = []


def output(x):
    calls = tf.get_variable('calls', [], initializer=tf.zeros_initializer(), trainable=False)
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    counted = tf.assign_add(calls, 1.0)
    MADE.append(calls)
    with tf.control_dependencies([counted]):
        return tf.matmul(x, w) + tf.identity(calls)


def again():
    return MADE[0] + 1.0
