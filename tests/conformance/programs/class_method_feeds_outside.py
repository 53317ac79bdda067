# expect: native, parity
"""A method gives what is fed, to the block that made the object too."""

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
        return {self.x: x, self.y: y}

    def train(self, x, y):
        return self.sess.run([self.loss, self.train_op], self.feed(x, y))[0]


with tf.Session() as sess:
    trainer = Trainer(sess)
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(trainer.train(rng.rand(4, 3), rng.rand(4, 1)))
    print(sess.run(trainer.loss, trainer.feed(np.ones((2, 3)), np.ones((2, 1)))))
