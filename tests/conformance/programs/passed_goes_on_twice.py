# expect: lower
"""It is called twice, and builds a second update with slots of its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
out = tf.matmul(x, tf.get_variable('w', [2, 1], initializer=tf.ones_initializer()))


def train(sess, x, out, wanted):
    loss = tf.reduce_mean(tf.square(out - wanted))
    train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: rng.rand(3, 2)})[0])


with tf.Session() as sess:
    train(sess, x, out, 1.0)
    train(sess, x, out, 2.0)
