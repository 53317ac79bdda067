# expect: safe wrapped
"""The data loop draws from a generator that the model's function draws from as well, in main."""

import numpy as np
import tensorflow as tf


class Data(object):
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def matrix(self, rows, columns):
        return self.rng.uniform(size=(rows, columns)).astype(np.float32)


data = Data(92)


def dense(x, name, width):
    start = data.matrix(int(x.get_shape()[1]), width)
    return tf.matmul(x, tf.get_variable(name, initializer=start))


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    h = tf.tanh(dense(x, 'a', 2))
    out = dense(h, 'b', 1)
    loss = tf.reduce_mean(tf.square(out - 1.0))
    train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            sess.run(train_op, {x: data.matrix(4, 3)})
            print(sess.run(out, {x: data.matrix(2, 3)}).ravel(), sess.run(h, {x: np.ones((1, 3))}))


main()
