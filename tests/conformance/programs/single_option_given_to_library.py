# expect: native
"""A library that is not known is given an option, which is a number, and stays what it was."""

import argparse
import heapq

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("-c", "--smallest-count", type=int, default=2, help="how many units are kept")
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--quiet", action="store_true")
args = parser.parse_args([])


def model(x):
    units = heapq.nsmallest(args.smallest_count, (5, 3, 4))
    hidden = tf.layers.dense(x, sum(units), name="hidden")
    return tf.layers.dense(hidden, 1, name="out")


x = tf.placeholder(tf.float32, [None, 3])
y = model(x)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(args.rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train, loss], {x: np.eye(3)})
        if not args.quiet:
            print(value)
    print(args.smallest_count, args.rate)
