# expect: SES203
"""What a run gives is fed by its placeholder, and printed by it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None])
value = tf.reduce_sum(x, 1)
loss = tf.reduce_mean(tf.square(value - y))
with tf.Session() as sess:
    feed = {x: np.ones([2, 2]), y: sess.run(value, {x: np.zeros([2, 2])})}
    print(sess.run(loss, feed))
    print(feed[y])
