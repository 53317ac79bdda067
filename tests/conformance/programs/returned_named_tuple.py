# expect: compat, parity
"""A function returns the parts of the graph under the names of a tuple."""

import collections

import numpy as np
import tensorflow as tf

Model = collections.namedtuple('Model', ['x', 'loss', 'train_op'])


def model(rate):
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    return Model(x, loss, tf.train.GradientDescentOptimizer(rate).minimize(loss))


rng = np.random.RandomState(9)
built = model(0.1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([built.train_op, built.loss], {built.x: rng.rand(4, 3)})[1])
