# expect: native
"""A graph is made again for each rate: its seeds give the same numbers each time."""

import numpy as np
import tensorflow as tf


def train(rate):
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    w = tf.Variable(tf.random_normal([3, 1], seed=5), name='w')
    u = tf.get_variable('u', [3, 1], initializer=tf.glorot_uniform_initializer(seed=2))
    h = tf.nn.dropout(tf.matmul(x, w) + tf.matmul(x, u), 0.5, seed=9)
    loss = tf.reduce_mean(tf.square(h - y))
    step = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            l, _ = sess.run([loss, step], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
            print(rate, repr(l))


for rate in [0.1, 0.01]:
    train(rate)
