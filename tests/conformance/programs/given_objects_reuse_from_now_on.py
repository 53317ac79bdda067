# expect: lower
"""The first object lets the graph reuse its variables from then on: the second one trains the same."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, rate):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        tf.get_variable_scope().reuse_variables()
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(rate).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


sess = tf.Session()
first = Model(sess, 0.1)
second = Model(sess, 0.2)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, first.train(rng.rand(5, 3)), second.train(rng.rand(5, 3)))
