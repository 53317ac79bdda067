# expect: lower
"""Two objects count their updates in the one global step of the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, name):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable(name, [3, 1], initializer=tf.constant_initializer(0.4))
        self.step = tf.train.get_or_create_global_step()
        rate = tf.train.exponential_decay(0.1, self.step, 2, 0.5)
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(rate).minimize(self.loss, global_step=self.step)

    def train(self, x):
        self.sess.run(self.train_op, {self.x: x})
        return self.sess.run(self.step)


sess = tf.Session()
first = Model(sess, 'first')
second = Model(sess, 'second')
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, first.train(rng.rand(5, 3)), second.train(rng.rand(5, 3)))
