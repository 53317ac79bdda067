# expect: lower
"""What is fed is another tensor in each turn: the object is changed."""

import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, size):
        self.x = tf.placeholder_with_default(np.ones([2, size], np.float32), [2, size])
        self.rate = tf.placeholder_with_default(1.0, [])
        self.weight = tf.get_variable('weight_%d' % size, [size], initializer=tf.constant_initializer(0.5))
        self.both = [self.x * 2.0, self.rate]
        self.total = tf.reduce_sum(self.x * self.weight) * self.rate + tf.reduce_sum(self.both[0])


def train():
    nets = [Net(size) for size in (2, 3)]
    total = tf.add_n([net.total for net in nets])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            feed = {}
            for number in range(2):
                net = nets[number]
                feed[net.x] = np.full([2, number + 2], step)
                net.x = net.both[0]
            print(sess.run(total, feed))


train()
