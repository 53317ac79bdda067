# expect: native, parity
"""A name stands for one variable, and then for another; between the two it is used."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)


def train():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('first', [2], initializer=tf.constant_initializer(0.5))
    hidden = tf.tanh(x * w)
    w = tf.get_variable('second', [2], initializer=tf.constant_initializer(2.0))
    loss = tf.reduce_mean(tf.square(hidden * w - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([loss, train_op], {x: rng.rand(4, 2)})[0])


train()
