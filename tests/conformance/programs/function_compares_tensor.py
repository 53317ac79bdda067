# expect: native
"""A helper's helper compares what it is passed with a number: a tensor is not equal to it, whatever it holds."""

import numpy as np
import tensorflow as tf


def dropped(x, keep):
    return tf.nn.dropout(x, keep_prob=keep) if keep != 1.0 else x


def layer(x, keep=1.0):
    return tf.square(dropped(x, keep))


x = tf.placeholder(tf.float32, [None])
keep = tf.placeholder(tf.float32, [])
always = layer(x)
sometimes = layer(x, keep=keep)
with tf.Session() as sess:
    print(sess.run(always, {x: [1.0, 2.0]}))
    print(sess.run(sometimes, {x: [1.0, 2.0], keep: 1.0}))
