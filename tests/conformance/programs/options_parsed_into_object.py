# expect: SES208 wrapped
"""A parser sets attributes of an object that the graph has read, and calls a function for an option."""

import argparse

import numpy as np
import tensorflow as tf


class Options(object):
    scale = 2.0


class Repeated(argparse.Action):
    times = 0

    def __call__(self, parser, namespace, values, option_string=None):
        Repeated.times += 1
        setattr(namespace, self.dest, values)


options = Options()
parser = argparse.ArgumentParser()
parser.add_argument('--scale', type=float, action=Repeated)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * options.scale + Repeated.times
parser.parse_args(['--scale', '5'], namespace=options)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
print(options.scale, Repeated.times)
