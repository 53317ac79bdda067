# expect: safe wrapped
"""Makes an object where it hands it over: each fetch of a part of it is of the same object."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, x):
        w = tf.Variable(tf.ones([4, 1]))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 2.0))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


def run(sess, model):
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run((model.train, model.loss))
        print(step, value)


def main():
    x = tf.constant(np.eye(4, dtype=np.float32))
    with tf.Session() as sess:
        run(sess, Model(x))


if __name__ == "__main__":
    main()
