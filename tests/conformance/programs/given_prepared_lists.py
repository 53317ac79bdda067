# expect: native, parity
"""An object puts constants into the lists that its methods fill, and sets a rate that a step has made."""

import numpy as np
import tensorflow as tf


class Memory:
    def __init__(self, width, sess):
        self.width = width
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.hidden = []
        self.hidden.append(self.x)
        self.shared = []
        self.shared.append([])
        self.notes = {'rate': None}
        self.notes['hops'] = [2]
        self.rate = None
        self.now = 0.5

    def hops(self):
        self.embedding = tf.Variable(tf.ones([3, 3]) * 0.1)
        for _ in range(self.notes['hops'][0]):
            self.shared[0].append(tf.tanh(tf.matmul(self.hidden[-1], self.embedding)))
            self.hidden.append(self.hidden[-1] + self.shared[0][-1])
        self.notes['sum'] = tf.add_n(self.shared[0])

    def build(self):
        self.hops()
        self.out = tf.Variable(tf.ones([3, 1]))
        self.loss = tf.reduce_mean((tf.matmul(self.hidden[-1], self.out) - 1.0) ** 2)
        self.size = tf.reduce_sum(self.notes['sum'])
        self.rate = tf.Variable(self.now, trainable=False)
        self.train = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)
        tf.global_variables_initializer().run()

    def fit(self, batches):
        for batch in batches:
            _, loss = self.sess.run([self.train, self.loss], {self.x: batch})
            print(loss, self.sess.run(self.size, {self.x: batch}))
            self.now = self.now / 2
            self.rate.assign(self.now).eval()


with tf.Session() as sess:
    memory = Memory(3, sess)
    memory.build()
    memory.fit(np.random.RandomState(0).rand(4, 2, 3))
