# expect: native, parity
"""The session is opened here, and the model that runs it is in another file."""

import os
import tempfile

import numpy as np
import tensorflow as tf

import network


def main(_):
    rng = np.random.RandomState(12)
    target = os.path.join(tempfile.mkdtemp(), 'weights')
    with tf.Graph().as_default():
        with tf.Session() as session:
            net = network.Network(session, width=3)
            saver = tf.train.Saver()
            session.run(tf.global_variables_initializer())
            for step in range(4):
                print(step, net.train(rng.rand(6, 2)))
            saver.save(session, target)
            net.train(rng.rand(6, 2))
            print(net.evaluate(np.ones((2, 2))))
            saver.restore(session, target)
            print(net.evaluate(np.ones((2, 2))))


if __name__ == '__main__':
    tf.app.run()
