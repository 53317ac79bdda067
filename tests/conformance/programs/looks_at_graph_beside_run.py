# expect: SES210
"""Statements ask a graph for more than its variables beside what they run, by functions too."""

import numpy as np
import tensorflow as tf


def count():
    return len(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer(), regularizer=tf.nn.l2_loss)
loss = tf.reduce_mean(x * w) + tf.losses.get_regularization_loss()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(count(), sess.run(loss, {x: np.ones([3, 2])}))
    print(len(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)), sess.run(w))
