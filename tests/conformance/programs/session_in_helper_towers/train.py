# expect: native MirroredStrategy, parity
"""Builds towers, and has a function of another module train them, which opens the session."""

import numpy as np
import tensorflow as tf

from helper import do_training


def build(x):
    w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    return loss


def average(towers):
    found = []
    for pairs in zip(*towers):
        found.append((tf.reduce_mean(tf.stack([gradient for gradient, _ in pairs]), 0), pairs[0][1]))
    return found


def main():
    images = tf.placeholder(tf.float32, [None, 4])
    opt = tf.train.GradientDescentOptimizer(0.1)
    grads, losses = [], []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(2):
            with tf.device("/gpu:%d" % i), tf.name_scope("tower_%d" % i):
                loss = build(images * (i + 1.0))
                tf.get_variable_scope().reuse_variables()
                grads.append(opt.compute_gradients(loss))
                losses.append(loss)
    update_op = opt.apply_gradients(average(grads))
    mean = tf.reduce_mean(losses)
    do_training(update_op, mean, images, [np.eye(4) * (step + 1.0) for step in range(3)])


if __name__ == "__main__":
    main()
