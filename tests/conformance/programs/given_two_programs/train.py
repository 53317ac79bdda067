# expect: native, parity
"""One of two programs that give their session to the same class."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from network import Network


def main():
    rng = np.random.RandomState(14)
    with tf.Session() as sess:
        network = Network(sess, rate=0.2)
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            inputs = rng.rand(6, 2)
            print(step, network.train(inputs, inputs.sum(1)))
        network.save(os.path.join(tempfile.mkdtemp(), 'model'))


if __name__ == '__main__':
    main()
