# expect: wrapped, parity
"""A class that could have steps is given the session by a program that can not, too."""

import numpy as np
import tensorflow as tf

from network import Network

rng = np.random.RandomState(5)
with tf.Session() as sess:
    network = Network(sess)
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        print(step, network.train(rng.rand(6, 2)))
