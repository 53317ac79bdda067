# expect: native, parity
"""A method named train goes on with the graph, opens the session and hands it to another method."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(51)


class Net(object):
    def __init__(self, size):
        self.size = size
        self.inputs()

    def inputs(self):
        self.x = tf.placeholder(tf.float32, [None, self.size])
        self.wanted = tf.placeholder(tf.float32, [None, 1])

    def train(self, rate, steps):
        data = rng.rand(steps, 4, self.size)
        w = tf.get_variable('w', [self.size, 1], initializer=tf.constant_initializer(0.3))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - self.wanted))
        self.train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(self.loss)
        sess = tf.Session()
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            fed = {self.x: data[step], self.wanted: data[step].sum(1, keepdims=True)}
            _, loss = sess.run([self.train_op, self.loss], fed)
            print(step, loss, self.validate(session=sess, loss=self.loss, data=data))

    def validate(self, loss, data, session):
        return np.mean([session.run(loss, {self.x: one, self.wanted: np.ones((4, 1))}) for one in data])


net = Net(3)
net.train(0.1, 4)
