"""A network, and a demonstration of it that keeps its session open."""

import tensorflow as tf


def out_of(x):
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    return tf.matmul(x, w)


if __name__ == '__main__':
    x = tf.placeholder(tf.float32, [None, 2])
    sessions = {'demo': tf.Session()}
    out = out_of(x)
    sessions['demo'].run(tf.global_variables_initializer())
    print(sessions['demo'].run(out, {x: [[1.0, 2.0]]}))
