# expect: lower
"""The initial values are drawn before the batches, from the same stream."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


def train(sess, x, out, data):
    loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: data[step]})[0])


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    out = tf.matmul(x, tf.Variable(rng.rand(2, 1).astype(np.float32)))
    data = rng.rand(3, 4, 2)
    with tf.Session() as sess:
        train(sess, x, out, data)


main()
