"""Looks into its session, and hands it to what the other program hands its own to."""

import numpy as np
import tensorflow as tf

from running import run_batch

inputs = tf.placeholder(tf.float32, [None, 2])
outputs = tf.reduce_sum(tf.square(inputs), 1)
with tf.Session() as sess:
    print(len(sess.graph.get_operations()))
    print(run_batch(sess, outputs, inputs, np.ones([3, 2])))
