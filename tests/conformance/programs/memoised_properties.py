# expect: wrapped, parity
"""A model with cached properties of functools."""
import functools
import numpy as np
import tensorflow as tf


class Net(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    @functools.cached_property
    def out(self):
        w = tf.Variable(tf.ones([3, 2]))
        return tf.matmul(self.x, w)

    @functools.cached_property
    def loss(self):
        return tf.reduce_mean(tf.square(self.out - self.y))

    @functools.cached_property
    def train(self):
        return tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 2])
    net = Net(x, y)
    out, loss, train_op = net.out, net.loss, net.train
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            feed = {x: rng.rand(4, 3), y: rng.rand(4, 2)}
            _, l = sess.run([train_op, loss], feed_dict=feed)
            print(l, sess.run(out, {x: rng.rand(1, 3)}), sess.run(net.out, {x: rng.rand(1, 3)}))


if __name__ == '__main__':
    main()
