# expect: compat, parity
"""Towers of a model whose module is imported by its name, one of two that have the same functions."""

import importlib
import os
import sys

import numpy as np
import tensorflow as tf

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'nets'))
MODEL = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else 'linear_net')
GPUS = 2


def average_gradients(tower_grads):
    averaged = []
    for pairs in zip(*tower_grads):
        grad = tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0)
        averaged.append((grad, pairs[0][1]))
    return averaged


def main():
    rows_pl, wanted_pl = MODEL.placeholder_inputs(4, 3)
    step = tf.get_variable('step', [], initializer=tf.constant_initializer(0), trainable=False)
    optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
    grads, losses = [], []
    MODEL.get_model(rows_pl)
    for i in range(GPUS):
        with tf.variable_scope(tf.get_variable_scope(), reuse=True):
            with tf.device('/gpu:%d' % i), tf.name_scope('gpu_%d' % i):
                rows = tf.slice(rows_pl, [i * 2, 0], [2, -1])
                wanted = tf.slice(wanted_pl, [i * 2], [2])
                loss = MODEL.get_loss(MODEL.get_model(rows), wanted)
                losses.append(loss)
                grads.append(optimizer.compute_gradients(loss))
    train_op = optimizer.apply_gradients(average_gradients(grads), global_step=step)
    total = tf.reduce_mean(losses)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(5):
            rows = np.linspace(i, i + 1, 12).reshape(4, 3).astype(np.float32)
            _, value = sess.run([train_op, total], {rows_pl: rows, wanted_pl: rows.sum(1)})
            print(i, value)


if __name__ == '__main__':
    main()
