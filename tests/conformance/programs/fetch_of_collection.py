# expect: native, parity
"""What is fetched is read from a collection, in which more is than the fetch names."""

import numpy as np
import tensorflow as tf


def build(x, y, w):
    l = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - y))
    tf.add_to_collection('c', l)
    return l


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    loss = build(x, y, w)
    other = build(x * 2, y, w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run([loss, tf.add_n(tf.get_collection('c'))], {x: data, y: labels}))


main()
