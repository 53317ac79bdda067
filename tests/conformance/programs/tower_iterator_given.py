# expect: native, parity
"""Towers that pull from one iterator, which a method of an object gives, chosen by a condition."""

import numpy as np
import tensorflow as tf


class Rows:
    def __init__(self, count):
        self.count = count

    def scaled(self, row):
        return tf.cast(row, tf.float32) / self.count

    def short_iterator(self, size):
        rows = tf.data.Dataset.from_tensor_slices(np.arange(self.count)).map(self.scaled)
        iterator = rows.repeat().batch(size).make_initializable_iterator()
        return iterator

    def long_iterator(self, size):
        rows = tf.data.Dataset.range(10 * self.count).map(self.scaled)
        return tf.data.make_initializable_iterator(rows.repeat().batch(size))


def rows_of(kind):
    if kind == 'short':
        rows = Rows(12)
        iterator = rows.short_iterator(2)
    else:
        rows = Rows(5)
        iterator = rows.long_iterator(2)
    return rows, iterator


def main():
    opt = tf.train.MomentumOptimizer(0.1, 0.9)
    rows, iterator = rows_of('short')
    tower_grads = []
    losses = []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(2):
            with tf.device('/gpu:%d' % i):
                with tf.name_scope('tower_%d' % i):
                    batch = iterator.get_next()
                    w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
                    loss = tf.reduce_mean(tf.square(w * batch - 1.0))
                    tf.get_variable_scope().reuse_variables()
                    losses.append(loss)
                    tower_grads.append(opt.compute_gradients(loss))
    averaged = []
    for pairs in zip(*tower_grads):
        averaged.append((tf.reduce_mean(tf.stack([grad for grad, _ in pairs]), 0), pairs[0][1]))
    train_op = opt.apply_gradients(averaged)
    total = tf.add_n(losses)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    sess.run(iterator.initializer)
    for step in range(5):
        _, value = sess.run([train_op, total])
        print(step, rows.count, value)


if __name__ == '__main__':
    main()
