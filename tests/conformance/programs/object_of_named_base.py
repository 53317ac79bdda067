# expect: native, parity
"""Two objects of a class, whose `__init__` calls that of the class above it by name: each has its own settings."""

import numpy as np
import tensorflow as tf


class Base(object):
    def __init__(self, width, scale=2.0):
        self.width = width
        self.scale = scale


class Net(Base):
    def __init__(self, width, scale=2.0):
        Base.__init__(self, width, scale=scale)

    def build(self, x):
        return self.scale * tf.layers.dense(x, self.width, name='a')


def other():
    return Net(7).width


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    net = Net(3, scale=1.5)
    y = net.build(x)
    loss = tf.reduce_mean(tf.square(y - 1.0))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([train, loss], {x: np.eye(4)})[1])
        print(sess.run(y, {x: np.eye(4)}))
    print(other())


if __name__ == '__main__':
    main()
