# expect: lower
"""The second object trains on the loss that the first one has put into a collection."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, name):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable(name, [3, 1], initializer=tf.constant_initializer(0.4))
        tf.add_to_collection('losses', tf.nn.l2_loss(w))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0)) + tf.add_n(tf.get_collection('losses'))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


sess = tf.Session()
first = Model(sess, 'first')
second = Model(sess, 'second')
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, first.train(rng.rand(5, 3)), second.train(rng.rand(5, 3)))
