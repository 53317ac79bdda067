# expect: native
"""Each of two graphs counts its own steps, from nothing, and its learning rate decays by them."""

import numpy as np
import tensorflow as tf


def train(rate):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        global_step = tf.train.get_or_create_global_step()
        decayed = tf.train.exponential_decay(rate, global_step, 2, 0.5, staircase=True)
        train_op = tf.train.GradientDescentOptimizer(decayed).minimize(loss, global_step=global_step)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(4):
                print(sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
            print(sess.run(global_step))


for rate in (0.1, 0.05):
    train(rate)
