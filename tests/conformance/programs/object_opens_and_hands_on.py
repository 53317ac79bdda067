# expect: native
"""An object opens the session, and gives it to the network that it makes and to one that judges that."""

import os
import tempfile

import numpy as np
import tensorflow as tf


class Network(object):
    def __init__(self, sess, size):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, size])
        self.w = tf.get_variable("w", [size, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 3.0))
        self.train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(self.loss)

    def train(self, batch):
        return self.sess.run([self.loss, self.train_op], {self.x: batch})[0]


class Judge(object):
    def __init__(self, sess, network):
        self.sess = sess
        self.network = network

    def loss(self):
        return self.sess.run(self.network.loss, {self.network.x: np.ones((2, 4))})


class Agent(object):
    def __init__(self, folder):
        self.sess = tf.Session()
        self.network = Network(self.sess, 4)
        self.judge = Judge(self.sess, self.network)
        self.saver = tf.train.Saver()
        self.path = os.path.join(folder, "agent")

    def start(self):
        self.sess.run(tf.global_variables_initializer())

    def train(self, steps):
        for step in range(steps):
            print(step, self.network.train(np.eye(4)), self.judge.loss())

    def save(self):
        self.saver.save(self.sess, self.path)

    def restore(self):
        self.saver.restore(self.sess, self.path)


agent = Agent(tempfile.mkdtemp())
agent.start()
agent.train(2)
agent.save()
agent.train(2)
agent.restore()
agent.train(1)
agent.start()
agent.train(2)
