# expect: native, parity
"""The objects are kept in a list."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, start=0.4):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


sess = tf.Session()
models = [Model(sess, 0.1 * i) for i in range(2)]
sess.run(tf.global_variables_initializer())
for step in range(3):
    print([model.train(rng.rand(5, 3)) for model in models])
