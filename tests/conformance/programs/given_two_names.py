# expect: native, parity
"""The object has two names."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = sess

    def start(self):
        # all of them
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        sess = self.sess
        with sess.as_default():
            loss, _ = sess.run([self.loss, self.train_op], {self.x: x})
            return loss, self.loss.eval({self.x: x})

    def close(self):
        """Ends it."""
        self.sess.close()

    def __del__(self):
        # the last thing that it does
        self.sess.close()


sess = tf.Session()
model = other = Model(sess)
sess.run(tf.global_variables_initializer())
for step in range(3):
    print(step, *model.train(rng.rand(5, 3)))
model.close()
