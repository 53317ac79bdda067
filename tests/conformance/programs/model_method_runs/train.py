# expect: safe native
"""The object runs the session in its own methods."""

import numpy as np
import tensorflow as tf


class Regression(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.w = tf.Variable(tf.constant(0.1, shape=[3, 1]))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - self.y))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def fit(self, bx, by):
        _, loss = self.sess.run([self.train, self.loss], feed_dict={self.x: bx, self.y: by})
        return loss


rng = np.random.RandomState(0)
sess = tf.Session()
model = Regression(sess)
sess.run(tf.global_variables_initializer())
for _ in range(4):
    bx = rng.rand(6, 3)
    print(model.fit(bx, bx.sum(1, keepdims=True)))
print(sess.run(model.w))
