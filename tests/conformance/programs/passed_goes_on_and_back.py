# expect: lower
"""The block runs the graph behind the function that has built and trained it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
out = tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.ones_initializer()))


def train(sess, x, out):
    loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(3, 2)})[0])


with tf.Session() as sess:
    train(sess, x, out)
    print(sess.run(out, {x: np.ones((1, 2))}))
    sess.run(tf.global_variables_initializer())
    print(sess.run(out, {x: np.ones((1, 2))}))
