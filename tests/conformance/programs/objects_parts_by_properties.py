# expect: compat, parity
"""A model whose parts others see by properties, in a function that is given the session, too."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, n):
        self.batch_size = n
        self._x = tf.placeholder(tf.float32, [n, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        cost = tf.reduce_mean(tf.square(tf.matmul(self._x, w)))
        self._cost = cost
        self._lr = tf.Variable(0.0, trainable=False)
        tvars = tf.trainable_variables()
        grads, _ = tf.clip_by_global_norm(tf.gradients(cost, tvars), 1.0)
        optimizer = tf.train.GradientDescentOptimizer(self.lr)
        self._train_op = optimizer.apply_gradients(zip(grads, tvars))
        self._new = tf.placeholder(tf.float32, [])
        self._update = tf.assign(self._lr, self._new)

    def assign_lr(self, session, lr_value):
        session.run(self._update, {self._new: lr_value})

    @property
    def x(self):
        return self._x

    @property
    def cost(self):
        return self._cost

    @property
    def lr(self):
        return self._lr

    @property
    def train_op(self):
        return self._train_op


def run_epoch(session, m):
    costs = 0.0
    for step in range(3):
        feed = {m.x: np.ones((m.batch_size, 2))}
        cost, _ = session.run([m.cost, m.train_op], feed)
        costs += cost
    return costs


def train():
    with tf.Session() as session:
        m = Model(4)
        tf.global_variables_initializer().run()
        for i in range(2):
            m.assign_lr(session, 0.1 * 0.5 ** i)
            print(session.run(m.lr))
            print(run_epoch(session, m))


if __name__ == '__main__':
    train()
