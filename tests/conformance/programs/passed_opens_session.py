# expect: compat, parity
"""One function builds the model, another one that is given it opens the session."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None])
        with tf.variable_scope('model'):
            w = tf.get_variable('w', [size], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * w, 1) - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)


def report(session, model, batch):
    """What the model has learnt."""
    print('loss', session.run(model.loss, {model.x: batch, model.y: batch.sum(1) * 2}))


def fit(network, steps):
    rng = np.random.RandomState(0)
    with tf.Session() as session:
        tf.global_variables_initializer().run()
        for step in range(steps):
            batch = rng.rand(4, 3)
            value, _ = session.run([network.loss, network.train_op],
                                   {network.x: batch, network.y: np.reshape(batch.sum(1) * 2, (4,))})
            print(step, value)
            if step % 2:
                report(session, network, batch)


def main():
    model = Model(3)
    fit(model, 5)


if __name__ == '__main__':
    main()
