# expect: native, parity
"""An object keeps the session, and hands it to the methods of another one."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Net(object):
    def __init__(self, start):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


class Trainer(object):
    def __init__(self, sess, model, size):
        self.sess = sess
        self.model = model
        self.size = size

    def step(self):
        return self.model.train(self.sess, rng.rand(self.size, 3))

    def run(self, steps):
        for step in range(steps):
            print(step, self.step())


net = Net(0.1)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
trainer = Trainer(sess, net, 5)
trainer.run(3)
