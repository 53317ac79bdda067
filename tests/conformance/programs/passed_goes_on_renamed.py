# expect: lower
"""The function has the part of the graph that it is handed under another name, which means another one."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
out = tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.ones_initializer()))
other = out * 3.0


def train(sess, x, other):
    loss = tf.reduce_mean(tf.square(other - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(3, 2)})[0])


with tf.Session() as sess:
    train(sess, x, out)
