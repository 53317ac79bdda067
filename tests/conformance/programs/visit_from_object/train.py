# expect: native, parity
"""The methods of an object hand its session, and parts of its graph, to a function of another file."""

import numpy as np
import tensorflow as tf

from running import in_batches


class Net(object):
    def __init__(self):
        self.y = tf.placeholder(tf.float32, [None])
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        self.output = tf.reduce_sum(self.x * self.w, 1)
        self.loss = tf.reduce_mean(tf.square(self.output - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(0.05).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, inputs, targets):
        self.sess.run(self.train_op, {self.x: inputs, self.y: targets})
        return in_batches(self.sess, self.loss, (self.y, self.x), inputs, targets)


def main():
    rng = np.random.RandomState(0)
    net = Net()
    for step in range(4):
        inputs = rng.rand(4, 3)
        print(step, net.train(inputs, inputs.sum(1)))


main()
