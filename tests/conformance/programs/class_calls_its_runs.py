# expect: native, parity
"""__init__ restores, and runs, by methods that it calls behind the graph and its initialiser."""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(14)
folder = tempfile.mkdtemp()


class Net(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        self.saver = tf.train.Saver()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.restore()
        self.first = self.measure()
        if self.first > 0.1:
            self.warm_up()

    def restore(self):
        latest = tf.train.latest_checkpoint(folder)
        if latest:
            self.saver.restore(self.sess, latest)

    def save(self):
        self.saver.save(self.sess, os.path.join(folder, 'net'))

    def measure(self):
        return self.loss.eval({self.x: np.ones((2, 3))}, session=self.sess)

    def warm_up(self):
        for _ in range(2):
            self.train(rng.rand(4, 3))

    def train(self, x):
        return self.sess.run([self.train_op, self.loss], {self.x: x})[1]


net = Net()
for step in range(3):
    print(step, net.train(rng.rand(5, 3)), net.measure() / net.first)
net.save()
shutil.rmtree(folder)
