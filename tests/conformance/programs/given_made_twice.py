# expect: safe wrapped
"""A function that opens a session is called twice, on one graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess, start):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable(tf.fill([3, 1], start))
        decay = tf.add_n([tf.nn.l2_loss(v) for v in tf.trainable_variables()])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0)) + decay
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train(self, x):
        loss, _ = self.sess.run([self.loss, self.train_op], {self.x: x})
        return loss


def run(start):
    with tf.Session() as sess:
        model = Model(sess, start)
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            print(step, model.train(rng.rand(5, 3)))


for start in (0.1, 0.2):
    run(start)
