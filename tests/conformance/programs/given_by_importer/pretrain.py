"""A function that makes an object of the class, with a session of its own."""

import numpy as np
import tensorflow as tf

from network import Network


def pretrain():
    with tf.Session() as sess:
        network = Network(sess, rate=0.1)
        sess.run(tf.global_variables_initializer())
        return network.train(np.ones((2, 2)), np.ones(2))
