# expect: apart
"""Feeds an attribute, sometimes, under a name that is a method's in a program beside it."""

import numpy as np
import tensorflow as tf

from layers import doubled


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [3])
        self.rate = tf.placeholder_with_default(1.0, [])
        self.out = doubled(self.x) * self.rate


def main():
    net = Net()
    with tf.Session() as sess:
        for turn in range(3):
            feed = {net.x: np.ones(3)}
            if turn:
                feed[net.rate] = 0.5
            print(sess.run(net.out, feed_dict=feed))


if __name__ == '__main__':
    main()
