# expect: compat, parity
"""A loop feeds what objects in a list have."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [size])
        self.total = tf.reduce_sum(self.x)


nets = [Net(size) for size in range(1, 4)]
total = tf.add_n([net.total for net in nets])
with tf.Session() as sess:
    for step in range(2):
        feed = {}
        for size, net in enumerate(nets):
            feed[net.x] = np.ones(size + 1)
        print(sess.run(total, feed))
