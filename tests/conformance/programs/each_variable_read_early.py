# expect: SES205
"""A loop reads the variables that there are before the optimizer has made its own."""

import numpy as np
import tensorflow as tf


def train():
    x = tf.placeholder(tf.float32, [None])
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.square(x * w - 1.0))
    with tf.Session() as sess:
        sess.run(tf.variables_initializer([w]))
        for v in tf.global_variables():
            print(v.name, sess.run(v))
        train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(sess.run([loss, train_op], {x: np.arange(step, step + 4)})[0])


train()
