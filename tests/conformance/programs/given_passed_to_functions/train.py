# expect: native, parity
"""An object is passed, with its session, to functions of this file and of another one."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from model import Model
from util import *

rng = np.random.RandomState(61)


def epoch(sess, net, steps):
    total = 0.0
    for _ in range(steps):
        total += net.train(sess, rng.rand(4, 3))
        if total > 1.0:
            print(sess.run(net.out, {net.x: np.ones((1, 3))}))
    return total


def main():
    model = Model(0.1)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(2):
            print(step, epoch(sess, model, 3), error(model, [1.0, 2.0], sess=sess))
        save(model, os.path.join(tempfile.mkdtemp(), 'm'), sess)


if __name__ == '__main__':
    main()
