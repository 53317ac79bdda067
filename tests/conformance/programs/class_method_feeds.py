# expect: native, parity
"""A method gives what is fed, by name and at once."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Trainer(object):
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.y = tf.placeholder(tf.float32, [None, 1])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - self.y))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def feed(self, x, y):
        y = np.maximum(y, 0.1)
        return {self.y: y, self.x: x}

    def train(self, x, y):
        self.sess.run(self.train_op, feed_dict=self.feed(x, y))
        feed = self.feed(2 * x, y)
        return self.sess.run(self.loss, feed)


with tf.Session() as sess:
    trainer = Trainer(sess)
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(trainer.train(rng.rand(4, 3), rng.rand(4, 1)))
