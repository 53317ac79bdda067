# expect: native, parity
"""Properties of a class: of settings that the graph is built with, and of what it has trained so far."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)


class Model(object):
    def __init__(self, sess, width):
        self.sess = sess
        self.width = width
        self.seen = 0

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, self.width], name="x")
        with tf.variable_scope(self.scope):
            w = tf.get_variable("w", [self.width, self.half], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    @property
    def half(self):
        return self.width // 2

    @property
    def scope(self):
        """What others call it, too."""
        return "model_{}".format(self.half)

    @property
    def state(self):
        return "{} after {}: {:.6f}".format(self.scope, self.seen, self.sess.run(self.loss, {self.x: self.probe}))

    def train(self, steps):
        tf.global_variables_initializer().run()
        self.probe = np.ones([2, self.width], np.float32)
        for _ in range(steps):
            self.sess.run(self.train_op, {self.x: rng.rand(5, self.width)})
            self.seen += 5
            print(self.state)


def main():
    with tf.Session() as sess:
        model = Model(sess, 4)
        model.build()
        model.train(3)
        print(model.state, model.half)


if __name__ == "__main__":
    main()
