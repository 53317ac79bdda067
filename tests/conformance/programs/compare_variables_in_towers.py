# expect: compat, parity
"""Towers look their variables up as objects, which are others in each replica of a strategy."""

import numpy as np
import tensorflow as tf

GPUS = 2


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = tf.stack([g for g, _ in pairs], 0)
        average.append((tf.reduce_mean(grads, 0), pairs[0][1]))
    return average


def main():
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
    scales = {w: 3.0}
    opt = tf.train.GradientDescentOptimizer(0.1)
    parts = tf.split(x, GPUS)
    tower_grads = []
    for i in range(GPUS):
        with tf.device('/gpu:%d' % i), tf.variable_scope(tf.get_variable_scope(), reuse=i > 0):
            loss = tf.reduce_mean(tf.square(parts[i] - w)) * scales[w]
            tower_grads.append(opt.compute_gradients(loss))
    train_op = opt.apply_gradients(average_gradients(tower_grads))
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train_op, loss], {x: rng.rand(4, 2)})[1])


main()
