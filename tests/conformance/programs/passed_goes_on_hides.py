# expect: lower
"""A name of the function's own hides a function that the block builds with."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
out = tf.matmul(x, tf.get_variable('w', [2, max(1, 0)], initializer=tf.ones_initializer()))


def train(sess, x, out):
    max = 0.0
    loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        max = sess.run([loss, train_op], {x: rng.rand(3, 2)})[0]
        print(step, max)


with tf.Session() as sess:
    train(sess, x, out)
