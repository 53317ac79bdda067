# expect: lower
"""One object is of a branch, another one beside it shares its variables."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(67)


class Linear(object):
    def __init__(self, sess, rate):
        self.sess = sess
        self.rate = rate

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


class Deep(object):
    def __init__(self, width, session):
        self.session = session
        self.width = width

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope("deep"):
            w = tf.get_variable("w", [3, self.width], initializer=tf.constant_initializer(0.2))
            v = tf.get_variable("v", [self.width, 1], initializer=tf.constant_initializer(0.5))
        self.cost = tf.reduce_mean(tf.square(tf.matmul(tf.nn.relu(tf.matmul(self.x, w)), v) - 1.0))
        self.op = tf.train.AdamOptimizer(0.05).minimize(self.cost)

    def train(self, x):
        return self.session.run([self.op, self.cost], {self.x: x})[1]



kind = "deep" if rng.rand() < 2 else "linear"
with tf.Session() as sess:
    if kind == "linear":
        model = Linear(sess, 0.1)
    else:
        model = Deep(4, session=sess)
    model.build()
    other = Linear(sess, 0.2)
    with tf.variable_scope('other'):
        other.build()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, model.train(rng.rand(5, 3)))
