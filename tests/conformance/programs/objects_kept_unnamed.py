# expect: native
"""Objects that build layers have no name of their own: by a key, made by a function, in a call."""

import numpy as np
import tensorflow as tf


class Layer(object):
    def __init__(self, size, rate):
        self.size = size
        self.rate = rate

    def apply_to(self, x):
        return self.rate * tf.layers.dense(x, self.size, kernel_initializer=tf.ones_initializer())


def kept(layers, name, layer):
    layers[name] = layer
    return layer


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    layers = {'first': Layer(4, 0.1)}
    hidden = kept(layers, 'second', Layer(2, 0.2)).apply_to(layers['first'].apply_to(x))
    beside = Layer(2, 0.3).apply_to(x)
    loss = tf.reduce_mean(tf.square(hidden - layers['second'].apply_to(x)))
    train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss + tf.reduce_mean(beside))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            print(sess.run([loss, train_op], {x: np.ones([2, 3])})[0])
        print(sess.run(beside, {x: np.ones([2, 3])}))


main()
