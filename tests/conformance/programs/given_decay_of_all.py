# expect: safe compat
"""The model adds up all variables that are trained, and the session is also given to a helper object."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], 0.3))
        decay = tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0)) + decay
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


class Counter(object):
    def __init__(self, sess):
        self.sess = sess
        self.count = tf.Variable(0.0)
        self.add = tf.assign_add(self.count, 1.0)

    def next(self):
        return self.sess.run(self.add)


sess = tf.Session()
counter = Counter(sess)
model = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, counter.next(), model.train(rng.rand(5, 3)))
