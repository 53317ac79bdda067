# expect: native, parity
"""A class opens the session in one of its methods, which hands it to others, with a saver and a writer."""

import os
import tempfile

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Trainer(object):
    def __init__(self, size):
        self.size = size
        self.seen = 0
        self.x = tf.placeholder(tf.float32, [None, size])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.out = tf.matmul(self.x, w)
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        tf.summary.scalar('loss', self.loss)
        self.merged = tf.summary.merge_all()
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def train_epoch(self, sess, saver, writer, loss, steps):
        for _ in range(steps):
            x = rng.rand(4, self.size)
            value, summary, _ = sess.run([loss, self.merged, self.train_op], feed_dict={self.x: x})
            writer.add_summary(summary, self.seen)
            self.seen += len(x)
            print(value)
        print(saver.save(sess, os.path.join(tempfile.mkdtemp(), 'm')) is not None)
        return self.evaluate(x, session=sess)

    def evaluate(self, x, session):
        return session.run(self.out, {self.x: x})

    def train(self, epochs):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            saver = tf.train.Saver()
            writer = tf.summary.FileWriter(tempfile.mkdtemp(), sess.graph)
            for epoch in range(epochs):
                print(self.train_epoch(sess, saver, writer, self.loss, 3))
                print(epoch, self.evaluate(np.ones((1, self.size)), sess), self.seen)


Trainer(3).train(2)
