# expect: lower
"""A function fills one dictionary in all of its calls, the default value of a parameter."""

import numpy as np
import tensorflow as tf


def filled(nets, batch, feed={}):
    for i in range(len(nets)):
        x, _ = nets[i]
        feed[x] = batch[i]
    return feed


nets = []
for size in (2, 3):
    x = tf.placeholder(tf.float32, [size])
    nets.append((x, tf.reduce_sum(x * 2.0)))
scale = tf.placeholder(tf.float32, [])
total = tf.add_n([sum for _, sum in nets]) * scale
mean = tf.add_n([sum for _, sum in nets]) / 2.0
with tf.Session() as sess:
    batch = [np.ones(2), np.arange(3.0)]
    feed = filled(nets, batch)
    feed[scale] = 2.0
    print(sess.run(total, feed))
    feed = filled(nets, batch)
    print(sess.run(mean, feed))
