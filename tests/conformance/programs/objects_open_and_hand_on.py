# expect: native
"""Two objects, each with a graph and a session of its own, which it gives to the networks of a loop."""

import numpy as np
import tensorflow as tf


class Network(object):
    def __init__(self, sess, name):
        self.sess = sess
        with tf.variable_scope(name):
            self.x = tf.placeholder(tf.float32, [None, 3])
            w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.3))
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
            self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, batch):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: batch})
        return loss


class Ensemble(object):
    def __init__(self, size):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.sess = tf.Session()
            self.networks = []
            for i in range(size):
                self.networks.append(Network(self.sess, "network_%d" % i))
            self.sess.run(tf.global_variables_initializer())

    def train(self, batches):
        for batch in batches:
            print([network.train(batch * (i + 1)) for i, network in enumerate(self.networks)])


small, large = Ensemble(1), Ensemble(3)
batches = np.random.RandomState(5).rand(2, 4, 3)
small.train(batches)
large.train(batches[:1])
small.train(batches)
