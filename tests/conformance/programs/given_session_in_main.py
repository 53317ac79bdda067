# expect: native, parity
"""main() opens the session; the model initialises, saves and restores itself."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Regression(object):
    def __init__(self, size, folder, sess, rate=0.1):
        self._session = sess
        self.folder = folder
        self.x = tf.placeholder(tf.float32, [None, size], name='x')
        self.y = tf.placeholder(tf.float32, [None, 1], name='y')
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
        self.global_step = tf.Variable(0, trainable=False, name='global_step')
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) + b - self.y))
        optimizer = tf.train.GradientDescentOptimizer(rate)
        self.train_op = optimizer.minimize(self.loss, global_step=self.global_step)
        sess.run(tf.global_variables_initializer())
        self.saver = tf.train.Saver(max_to_keep=1)

    def fit(self, batches):
        for x, y in batches:
            _, loss, step = self._session.run(
                [self.train_op, self.loss, self.global_step], {self.x: x, self.y: y}
            )
            print(step, loss)

    def save(self):
        return self.saver.save(self._session, os.path.join(self.folder, 'model'), global_step=3)

    def load(self, path):
        self.saver.restore(self._session, path)


def batches(seed, count):
    rng = np.random.RandomState(seed)
    for _ in range(count):
        x = rng.rand(5, 3)
        yield x, x.sum(1, keepdims=True)


def main():
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    with tf.Session(config=config) as sess:
        folder = tempfile.mkdtemp()
        model = Regression(3, folder, sess=sess, rate=0.2)
        model.fit(batches(1, 3))
        saved = model.save()
        model.fit(batches(2, 2))
        model.load(saved)
        model.fit(batches(3, 2))


if __name__ == '__main__':
    main()
