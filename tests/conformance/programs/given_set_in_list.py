# expect: native, parity
"""Objects in a list are told of the session by a method, and keep it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Net(object):
    def __init__(self, start=0.4):
        self.start = start
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def set_session(self, sess):
        self.sess = sess

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


nets = [Net(0.1 * k) for k in range(2)]
sess = tf.InteractiveSession()
sess.run(tf.global_variables_initializer())
for net in nets:
    net.set_session(sess)
for step in range(3):
    print([net.train(rng.rand(5, 3)) for net in nets])
