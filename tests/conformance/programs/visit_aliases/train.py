# expect: compat, parity
"""Functions give names of their own to what they are handed, and some of their values come from lists."""

import numpy as np
import tensorflow as tf

from running import *


class Model(object):
    def __init__(self, x, y):
        w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        self.output = tf.reduce_sum(x * w, 1)
        self.loss = tf.reduce_mean(tf.square(self.output - y))


def fill(ops, inputs, targets, scale=1.0):
    """What is fed."""
    return {ops['x']: inputs * scale, ops['y']: targets}


def last(session, model, data):
    s = session
    error = model.loss
    pair = data[1:]
    return s.run(error, {x: data[0], y: pair[0]})


rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
model = Model(x, y)
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(model.loss)
options = {'scale': 0.5}

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        inputs = rng.rand(4, 3)
        batch = [inputs, inputs.sum(1)]
        sess.run(train_op, fill({'x': x, 'y': y}, *batch, **options))
        print(run_all(sess, model, {'x': x, 'y': y}, *batch))
        print(last(sess, model, batch))
