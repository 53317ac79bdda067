# expect: SES205
"""A variable is given a value before the step that makes it stands: there is none yet."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.layer()
        self.rate = tf.Variable(0.5, trainable=False)
        self.sess.run(tf.global_variables_initializer())
        self.rate.assign(0.25).eval()
        self.train = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)

    def layer(self):
        self.w = tf.Variable(tf.ones([3, 1]))
        self.loss = tf.reduce_mean(tf.matmul(self.x, self.w) ** 2)

    def fit(self, batch):
        print(self.sess.run([self.train, self.loss], {self.x: batch})[1])


with tf.Session() as sess:
    net = Net(sess)
    for _ in range(3):
        net.fit(np.ones([2, 3]))
