# expect: SES210
"""A function keeps the object that it is handed, by a name that nothing tells."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
kept = []


class Options(object):
    rate = 0.1
    loss = 'square'


class Model(object):
    def __init__(self, options):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.step = tf.train.get_or_create_global_step()
        self.rate = tf.train.exponential_decay(options.rate, self.step, 2, 0.5)
        kernel = tf.get_variable('kernel', [3, 1])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, kernel) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss, self.step)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def fit(self, x):
        return self.sess.run([self.train_op, self.loss], {self.x: x})[1]

    def score(self, x):
        return self.sess.run(self.loss, {self.x: x})


def mean_score(model, parts):
    return np.mean([one_score(part, of=model) for part in parts])


def one_score(part, of):
    kept.append(of)
    return of.score(part)


def main():
    settings = Options()
    model = Model(settings)
    for _ in range(3):
        print(settings.loss, settings.rate, model.fit(rng.rand(4, 3)))
    print(mean_score(model, [rng.rand(2, 3), rng.rand(3, 3)]))

    for one in kept:
        print(one.rate.shape)


if __name__ == '__main__':
    main()
