"""A server, which keeps its session."""

import tensorflow as tf

import network


def opened():
    x = tf.placeholder(tf.float32, [None, 2])
    return tf.Session(), x, network.out_of(x)


if __name__ == '__main__':
    sess, x, out = opened()
    sess.run(tf.global_variables_initializer())
    print(sess.run(out, {x: [[1.0, 2.0]]}))
