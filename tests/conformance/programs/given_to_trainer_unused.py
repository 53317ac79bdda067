# expect: native, parity
"""A method of the object that keeps the session is never called, and runs the model, too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Net(object):
    def __init__(self, start):
        self.start = start
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.Variable(tf.fill([3, 1], start))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, sess, x):
        return sess.run([self.loss, self.train_op], {self.x: x})[0]


class Trainer(object):
    def __init__(self, sess, model, size=5):
        self.sess = sess
        self.model = model
        self.size = size

    def step(self):
        _, loss = self.sess.run([self.model.train_op, self.model.loss], feed_dict={self.model.x: rng.rand(self.size, 3)})
        return loss

    def unused(self):
        return self.sess.run(self.model.loss, {self.model.x: np.zeros((2, 3))})

    def test(self):
        return self.sess.run(self.model.loss, {self.model.x: np.ones((2, 3))})


net = Net(0.1)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
trainer = Trainer(sess, net)
for step in range(3):
    print(step, trainer.step(), trainer.test())
