# expect: SES210
"""A number that depends on the graph is fed, saved as a step, written as one, and given to a variable."""

import os
import tempfile

import numpy as np
import tensorflow as tf


def count():
    return len(tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES))


x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
b = tf.get_variable('b', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(x * w + b)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = {x: np.full([3, 2], count())}
    print(sess.run(loss, feed))
    print(os.path.basename(saver.save(sess, os.path.join(tempfile.mkdtemp(), 'model'), global_step=count())))
    sess.run(w.assign(np.full([2], count(), np.float32)))
    print(sess.run(w))
