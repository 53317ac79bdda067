# expect: lower
"""A helper that builds the graph reads a file on, line by line: several steps need what it has built."""

import io

import tensorflow as tf

rates = io.StringIO('0.5\n0.25\n2.0\n')


def scaled(x):
    return x * float(rates.readline())


def main():
    x = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(2.0))
    one = scaled(x * w)
    two = scaled(one + w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(two, {x: [1.0, 2.0]}))
        print(sess.run(one, {x: [1.0, 2.0]}))


main()
