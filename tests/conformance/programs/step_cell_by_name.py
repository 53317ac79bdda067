# expect: native
"""The class of a cell has another name; an inner function makes them, and nothing of it is held behind."""

import numpy as np
import tensorflow as tf


def build(x, kind):
    if kind == 'gru':
        cell_class = tf.nn.rnn_cell.GRUCell
    else:
        cell_class = tf.nn.rnn_cell.BasicRNNCell

    def one():
        return cell_class(4)

    cell = tf.nn.rnn_cell.MultiRNNCell([one() for _ in range(2)])
    parts = {}
    parts['start'] = cell.zero_state(2, tf.float32)
    outputs, _ = tf.nn.dynamic_rnn(cell, x, initial_state=parts['start'])
    parts['loss'] = tf.reduce_mean(outputs ** 2)
    return parts['loss']


def main():
    x = tf.placeholder(tf.float32, [2, 5, 3])
    loss = build(x, 'gru')
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train_op, loss], {x: np.ones([2, 5, 3])})
            print('step %d: %s' % (step, value))


main()
