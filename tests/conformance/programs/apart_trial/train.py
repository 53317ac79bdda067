# expect: apart
"""Trains towers of a network, in a file that is tried out by itself, and that a server uses too."""

import numpy as np
import tensorflow as tf

import network


def main():
    x = tf.placeholder(tf.float32, [4, 2])
    opt = tf.train.GradientDescentOptimizer(0.1)
    losses, towers = [], []
    for i, part in enumerate(tf.split(x, 2)):
        with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
            losses.append(tf.reduce_mean(tf.square(network.out_of(part) - 1.0)))
            towers.append(opt.compute_gradients(losses[-1]))
    grads = [(tf.add_n([g for g, _ in pairs]) / 2, pairs[0][1]) for pairs in zip(*towers)]
    train_op = opt.apply_gradients(grads)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run([train_op, losses], {x: np.ones([4, 2])})[1])


if __name__ == '__main__':
    main()
