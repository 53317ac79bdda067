# expect: safe wrapped, parity
"""A function that a register outside of the block keeps reads a name of the block, which changes behind."""

import numpy as np
import tensorflow as tf

LAYERS = []


def register(function):
    LAYERS.append(function)
    return function


def all_layers(h):
    for layer in LAYERS:
        h = layer(h)
    return h


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
    scale = 0.5

    @register
    def scaled(h):
        return h * scale

    h = all_layers(x)
    scale = 0.25
    loss = tf.reduce_mean(tf.square(tf.matmul(h, w) - y))
    train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
    rng = np.random.RandomState(79)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            batch = rng.rand(4, 3)
            _, value = sess.run([train_op, loss], {x: batch, y: batch.sum(1, keepdims=True)})
            print(step, value, scale)


main()
