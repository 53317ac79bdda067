# expect: lower
"""What a function feeds is looked into as well: its keys are tensors there."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
y = tf.reduce_sum(x)


def feed():
    return {x: np.ones([2, 4])}


sess = tf.Session()
print(sess.run(y, feed_dict=feed()))
print(feed()[x].shape)
