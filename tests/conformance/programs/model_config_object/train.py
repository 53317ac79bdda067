# expect: safe wrapped
"""A model of several methods, with lazy properties and a configuration that changes later."""

import numpy as np
import tensorflow as tf


class Config(object):
    size, rate, keep = 3, 0.1, 1.0


class Net(object):
    def __init__(self, config):
        self.config = config
        self.inputs = tf.placeholder(tf.float32, [None, config.size])
        self.targets = tf.placeholder(tf.float32, [None, 1])
        self._pred = None
        self.loss = tf.reduce_mean(tf.square(self.pred - self.targets))
        self.train = tf.train.GradientDescentOptimizer(config.rate).minimize(self.loss)

    @property
    def pred(self):
        if self._pred is None:
            w = tf.get_variable('w', [self.config.size, 1], initializer=tf.constant_initializer(0.2))
            self._pred = tf.matmul(self.inputs, w) * self.config.keep
        return self._pred

    def feed(self, x):
        return {self.inputs: x, self.targets: x.sum(1, keepdims=True)}


config = Config()
net = Net(config)
config.keep = 0.0
config.rate = 100.0
rng = np.random.RandomState(4)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        data = rng.rand(5, 3)
        _, loss = sess.run([net.train, net.loss], feed_dict={net.inputs: data, net.targets: data.sum(1, keepdims=True)})
        print(loss, sess.run(net.pred, feed_dict={net.inputs: data}).sum(), sess.run(net.loss, net.feed(data)))
