# expect: compat, parity
"""A run gives a variable of an object, which a step makes, another value in each epoch."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, units):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, units], initializer=tf.constant_initializer(0.2))
        self.rate = tf.Variable(0.0, trainable=False)
        self.seen = tf.get_variable('seen', [2], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)


def begin(session, net, epoch):
    return session.run(net.seen.assign([epoch, epoch + 1]))


net = Net(2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        sess.run(tf.assign(net.rate, 0.1 * 0.9**epoch))
        print(begin(sess, net, epoch))
        for _ in range(2):
            print(sess.run([net.train_op, net.loss], {net.x: np.ones([2, 3])})[1], sess.run(net.rate))
