# expect: compat, parity
"""A solver is given a model, and builds the rest of the graph in the method that opens the session."""

import numpy as np
import tensorflow as tf


class Captions(object):
    def __init__(self, size):
        self.size = size
        self.words = tf.placeholder(tf.float32, [None, size])

    def build_model(self):
        weights = tf.get_variable('weights', [self.size, 1], initializer=tf.ones_initializer())
        return tf.reduce_mean(tf.square(tf.matmul(self.words, weights) - 2.0))


class Solver(object):
    """Trains what it is given."""

    def __init__(self, model, words, **settings):
        self.model = model
        self.words = words
        self.epochs = settings.pop('epochs', 3)
        self.rate = settings.pop('rate', 0.1)

    def train(self):
        """Builds, and trains."""
        loss = self.model.build_model()
        update = tf.train.GradientDescentOptimizer(self.rate).minimize(loss)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for epoch in range(self.epochs):
                feed_dict = {self.model.words: self.words + epoch}
                _, value = sess.run([update, loss], feed_dict)
                print(epoch, value)


def main():
    words = np.random.RandomState(42).rand(4, 3)
    model = Captions(3)
    solver = Solver(model, words, rate=0.05)
    solver.train()


main()
