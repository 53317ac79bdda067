# expect: native, parity
"""Functions of the module share names with methods and with local names of others; objects save and run."""

import json
import os
import tempfile

import numpy as np
import tensorflow as tf


class Trainer(object):
    def __init__(self, steps):
        self.steps = steps
        self.seen = []

    def run(self, value):
        """Not a session's."""
        self.seen.append(value)

    def save(self, path):
        with open(path, 'w') as f:
            json.dump([float(value) for value in self.seen], f)

    def train(self):
        return len(self.seen)


def samples(rng):
    return rng.rand(4, 3)


def keep(trainer, path):
    trainer.save(path)
    with open(path) as f:
        print(len(json.load(f)), trainer.train())


def train(sess, update, loss, x, trainer):
    rng = np.random.RandomState(0)
    for _ in range(trainer.steps):
        batch = samples(rng)
        _, value = sess.run([update, loss], {x: batch})
        trainer.run(value)
        print(value)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    trainer = Trainer(4)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        train(sess, update, loss, x, trainer)
    keep(trainer, os.path.join(tempfile.mkdtemp(), 'seen.json'))


main()
