"""A network, and how it is tried out."""

import tensorflow as tf


def out_of(x):
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    return tf.matmul(x, w)


if __name__ == '__main__':
    example = tf.placeholder(tf.float32, [None, 2])
    print(out_of(example).shape)
