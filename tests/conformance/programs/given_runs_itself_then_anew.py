# expect: native, parity
"""The block initialises again behind an object whose making has trained already."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(17)


class Net(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self._start()

    def _start(self):
        self.sess.run(tf.global_variables_initializer())
        for _ in range(4):
            self.train(np.ones((2, 3)))

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


sess = tf.Session()
net = Net(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, net.train(rng.rand(5, 3)))
