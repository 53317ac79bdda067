# expect: safe wrapped
"""A permutation that is drawn while the graph is built, in a helper."""

import random

import numpy as np
import tensorflow as tf

random.seed(3)
order = list(range(3))


def mix(x):
    random.shuffle(order)
    return tf.gather(x, order, axis=1)


rng = np.random.RandomState(93)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', initializer=np.array([[0.1], [0.2], [0.4]], np.float32))
out = tf.matmul(mix(x), w)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        sess.run(train_op, {x: bx})
        print(sess.run(out, {x: bx}).ravel(), order)
