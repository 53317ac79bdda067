# expect: native, parity
"""Who makes a model calls two more methods at once, which go on with its graph; then a session trains it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(53)


class Model(object):
    def __init__(self, units):
        self.units = units
        self.images = tf.placeholder(tf.float32, [None, 4], name='images')
        print('made')

    def add_layers(self):
        """The prediction."""
        self.labels = tf.placeholder(tf.float32, [None], name='labels')
        with tf.variable_scope('first'):
            kernel = tf.get_variable('kernel', [4, self.units])
            inner = tf.tanh(tf.matmul(self.images, kernel))  # one layer
        with tf.variable_scope('second'):
            self.scores = tf.matmul(inner * 2.0, tf.get_variable('kernel', [self.units, 1]))

    def add_training(self, rate=0.1):
        error = tf.squeeze(self.scores, 1) - self.labels
        self.loss = tf.reduce_mean(tf.square(error))
        self.step = tf.Variable(0, trainable=False, name='step')
        optimizer = tf.train.MomentumOptimizer(rate, 0.9)
        self.train_op = optimizer.minimize(self.loss, global_step=self.step)

    def fit(self, session, count):
        for _ in range(count):
            feed = {self.images: rng.rand(5, 4), self.labels: rng.rand(5)}
            _, loss, step = session.run([self.train_op, self.loss, self.step], feed)
        return loss, step


def main():
    model = Model(3)
    model.add_layers()
    model.add_training()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(3):
            print(epoch, model.fit(session, 2))


if __name__ == '__main__':
    main()
