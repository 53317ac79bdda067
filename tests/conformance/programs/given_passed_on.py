# expect: lower
"""The session is passed on by an object to one that it makes."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Net(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        return self.sess.run([self.loss, self.train_op], {self.x: x})[0]


class Agent(object):
    def __init__(self, sess):
        self.net = Net(sess)
        sess.run(tf.global_variables_initializer())

    def learn(self):
        return self.net.train(rng.rand(5, 3))


sess = tf.Session()
agent = Agent(sess)
for step in range(3):
    print(step, agent.learn())
