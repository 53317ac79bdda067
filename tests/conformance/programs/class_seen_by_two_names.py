# expect: lower
"""The object has another name, by which a part of its graph is run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(53)


class Settings(object):
    def __init__(self):
        self.loss = "squares"
        self.rate = 0.1


class Model(object):
    def __init__(self, settings):
        self.settings = settings
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.rate = tf.placeholder(tf.float32, [])
        w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x, self.rate: self.settings.rate})
        self.settings.rate *= 0.9
        return loss


def main():
    settings = Settings()
    model = Model(settings)
    for step in range(3):
        print(settings.loss, settings.rate, model.train(rng.rand(5, 3)))
    seen = model
    print(seen.loss.name)


if __name__ == "__main__":
    main()
