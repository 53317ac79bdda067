# expect: native, parity
"""A function sets one of the parsed arguments while the model reads others; nobody calls what sets a global."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--rate', type=float, default=0.1)
parser.add_argument('--units', type=int, default=2)
args = parser.parse_args()
normed = False


def norm_from_now_on():
    global normed
    normed = True


def slow_down():
    args.rate *= 0.5


def model(x):
    out = tf.layers.dense(x, args.units, kernel_initializer=tf.ones_initializer())
    return tf.nn.l2_normalize(out, 1) if normed else out


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    rate = tf.placeholder(tf.float32, [])
    loss = tf.reduce_mean(tf.square(model(x) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([loss, train_op], {x: np.ones([2, 3]), rate: args.rate})[0])
            slow_down()


main()
