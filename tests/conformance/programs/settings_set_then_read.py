# expect: SES252
"""A function sets the argument that the model reads, and a function is called by its name as a text."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument('--scale', type=float, default=2.0)
args = parser.parse_args()
offset = 1.0


def rescale():
    args.scale = 5.0


def move():
    global offset
    offset = 3.0


def scaled(x):
    return tf.multiply(x, args.scale)


def moved(x):
    return tf.add(x, offset)


def main():
    x = tf.placeholder(tf.float32, [3])
    first = scaled(x)
    second = moved(x)
    rescale()
    globals()['move']()
    with tf.Session() as sess:
        print(sess.run(second, {x: np.ones(3)}))
        print(sess.run(first, {x: np.ones(3)}))


main()
