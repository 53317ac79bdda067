# expect: lower
"""The method that another object calls is replaced by a function that builds."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(59)


class Settings(object):
    def __init__(self, start):
        self.start = start
        self.load()

    def load(self):
        pass

    def replace(self):
        self.load = lambda: tf.get_variable("late", [2], initializer=tf.constant_initializer(self.start))

    def run(self):
        return [self.start] * 3


class Model(object):
    def __init__(self, settings):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(settings.start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


def main():
    settings = Settings(0.2)
    settings.replace()
    model = Model(settings)
    for step in range(3):
        print(step, settings.start, model.train(rng.rand(5, 3)))


if __name__ == "__main__":
    main()
