# expect: compat, parity
"""A model that would change its options, if a call told it that it is not trained."""

import argparse

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, args, training=True, mode='train'):
        self.args = args
        if not training:
            args.batch_size = 1
        if mode == 'sample':
            args.size = 7
        self.x = tf.placeholder(tf.float32, [args.batch_size, args.size])
        self.w = tf.get_variable("w", [args.size, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 3.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)


def train(args):
    model = Model(args)
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            _, loss = sess.run([model.train_op, model.loss], {model.x: rng.rand(args.batch_size, args.size)})
            print(step, "%.6f" % loss)


parser = argparse.ArgumentParser()
parser.add_argument('--batch_size', type=int, default=5)
parser.add_argument('--size', type=int, default=3)
train(parser.parse_args())
