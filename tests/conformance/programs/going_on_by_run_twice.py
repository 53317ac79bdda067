# expect: lower, not run: the original ends with ValueError: Variable w already exists, disallowed
"""What runs twice builds the graph again."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
X = rng.rand(12, 3).astype(np.float32)
Y = X.sum(1, keepdims=True).astype(np.float32)


class Model(object):
    def __init__(self, sess, width):
        self.sess = sess
        self.width = width
        self.count = tf.Variable(0, trainable=False, name="count")
        self.losses = []

    def run(self):
        self.prepare()
        init = tf.global_variables_initializer()
        self.sess.run(init)
        for turn in range(4):
            self.train(turn)
            self.test(turn)

    def prepare(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.y = tf.placeholder(tf.float32, [None, 1])
        w = tf.get_variable("w", [3, self.width], initializer=tf.constant_initializer(0.2))
        out = tf.reduce_sum(tf.tanh(tf.matmul(self.x, w)), 1, keepdims=True)
        self.loss = tf.reduce_mean(tf.square(out - self.y))
        rate = tf.train.exponential_decay(0.1, self.count, 2, 0.9)
        self.step = tf.train.AdamOptimizer(rate).minimize(self.loss, global_step=self.count)

    def train(self, turn):
        part = slice(3 * turn, 3 * turn + 3)
        _, loss = self.sess.run([self.step, self.loss], feed_dict={self.x: X[part], self.y: Y[part]})
        self.losses.append(loss)

    def test(self, turn):
        print(turn, self.losses[-1], self.sess.run(self.loss, feed_dict={self.x: X, self.y: Y}))


with tf.Session() as sess:
    Model = Model(sess, 4)
    Model.run()
    Model.run()
