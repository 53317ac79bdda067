# expect: native, parity
"""Variables are called as placeholders, operations and scopes before them are: each has a number by that."""

import numpy as np
import tensorflow as tf


def scaled(x, name):
    return tf.multiply(x, tf.Variable(1.5, name='scale'), name=name)


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    weight = tf.Variable(tf.fill([3], 0.25), name='x')
    bias = tf.Variable(0.5, name='bias')
    shifted = tf.add(x * weight, 0.25, name='bias_1')
    other = tf.Variable(0.125, name='bias')
    with tf.name_scope('x'):
        inner = tf.Variable(0.75, name='w')
    out = scaled(scaled(shifted + bias + other, 'scale'), 'first') * inner
    with tf.variable_scope('out'):
        last = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.reduce_sum(out * last, 1) - 1.0))
    train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            print(step, sess.run([loss, train_op], {x: np.full((2, 3), step, np.float32)})[0])
        print(sorted(name for name, _ in tf.train.list_variables(saver.save(sess, './saved'))))


if __name__ == '__main__':
    main()
