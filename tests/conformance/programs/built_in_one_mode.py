# expect: compat, parity
"""A program that builds its training in one mode, its evaluation in the other, and counts in both."""

import sys

import numpy as np
import tensorflow as tf

mode = "evaluate" if "evaluate" in sys.argv[1:] else "train"
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) - 3.0))
step = tf.train.get_or_create_global_step()
if mode == "train":
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
else:
    seen = tf.get_variable("seen", [], initializer=tf.zeros_initializer(), trainable=False)
    update = tf.assign_add(seen, loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        batch = np.full((2, 2), i + 1.0, np.float32)
        if mode == "train":
            _, value = sess.run([train_op, loss], {x: batch})
            print(value)
        else:
            print(sess.run(update, {x: batch}))
