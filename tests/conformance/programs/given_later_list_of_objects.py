# expect: native, parity
"""Objects in a list get the session by their methods, one after the other."""

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

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


models = [Net(0.1 * k) for k in range(3)]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print([model.train(sess, rng.rand(5, 3)) for model in models])
