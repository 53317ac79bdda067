# expect: compat, parity
"""Builds a graph, and has a function of another module train it, which opens the session."""

import numpy as np
import tensorflow as tf

from helper import do_training


def build(images):
    w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(images, w) - 1.0))
    return tf.train.GradientDescentOptimizer(0.1).minimize(loss), loss


def main():
    images = tf.placeholder(tf.float32, [None, 4])
    update_op, loss = build(images)
    batches = [np.eye(4) * (step + 1.0) for step in range(3)]
    print("last", do_training(update_op, loss, images, batches))
    print("again", do_training(update_op, loss, images, batches))


if __name__ == "__main__":
    main()
