# expect: safe wrapped
"""Options that are lists, declared in several ways, which a library changes while the graph is built."""

import argparse
import heapq

import numpy as np
import tensorflow as tf


class Halved(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        namespace.rates = [value / 2 for value in values]


START = [4]
parser = argparse.ArgumentParser(**{"argument_default": [3]})
parser.add_argument("--first", type=int)
parser.add_argument("--second", default=START)
parser.add_argument("--third", nargs="+", type=int, default=None)
parser.add_argument("--rates", type=float, default=0.5)
parser.add_argument("--halved", action=Halved, nargs="+", type=float)
args = parser.parse_args(["--third", "1", "--halved", "1"])


def model(x):
    for values in (args.first, args.second, args.third, args.rates):
        heapq.heappush(values, 2)
    counted = len(args.first) + len(START) + len(args.third) + len(args.rates)
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    return tf.matmul(x, w) / float(counted)


x = tf.placeholder(tf.float32, [None, 2])
y = model(x)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train, loss], {x: np.eye(2)})
        print(value)
    print(sess.run(y, {x: np.ones((1, 2))}), args)
