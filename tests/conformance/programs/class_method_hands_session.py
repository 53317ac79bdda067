# expect: compat
"""A class whose `train` builds, opens the session, and hands it to methods that evaluate; one has it kept."""

import numpy as np
import tensorflow as tf


class Regression:
    def __init__(self, batch, held_out):
        self.batch = batch
        self.held_out = held_out

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.y = tf.placeholder(tf.float32, [None])
        w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        self.predicted = tf.reduce_sum(tf.matmul(self.x, w), 1)
        self.loss = tf.reduce_mean(tf.square(self.predicted - self.y))
        self.train_op = tf.train.MomentumOptimizer(0.05, 0.5).minimize(self.loss)

    def predict(self, sess, rows):
        found = []
        for first in range(0, len(rows), self.batch):
            found += list(sess.run(self.predicted, feed_dict={self.x: rows[first : first + self.batch]}))
        return np.array(found)

    def error(self, rows):
        return self.sess.run(self.loss, {self.x: rows, self.y: np.zeros(len(rows))})

    def train(self, steps):
        self.build()
        with tf.Session() as sess:
            self.sess = sess
            sess.run(tf.global_variables_initializer())
            for step in range(steps):
                rows = np.arange(6, dtype=np.float32).reshape(2, 3) / (step + 1)
                _, loss = sess.run([self.train_op, self.loss], {self.x: rows, self.y: rows[:, 0]})
                print(step, loss)
                if step % 2:
                    for name, rows in sorted(self.held_out.items()):
                        print(name, self.predict(sess, rows).mean(), self.error(rows))


Regression(2, {"one": np.ones((5, 3)), "two": 2 * np.ones((4, 3))}).train(5)
