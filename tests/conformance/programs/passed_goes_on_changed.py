# expect: lower
"""A Python value that the graph is built of is another one when the function is called."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
scale = 2.0
out = tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())) * scale
scale = 0.1


def train(sess, x, out, scale):
    loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.GradientDescentOptimizer(scale).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(3, 2)})[0])


with tf.Session() as sess:
    train(sess, x, out, scale)
