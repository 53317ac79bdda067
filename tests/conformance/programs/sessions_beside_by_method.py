# expect: SES215
"""A method trains in its session, and calls another method in the loop, which opens one too."""

import numpy as np
import tensorflow as tf

DATA = np.random.RandomState(4).rand(6, 3)


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 0.5))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def untrained(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            return sess.run(self.loss, {self.x: DATA})

    def fit(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(3):
                value = sess.run([self.train_op, self.loss], {self.x: DATA})[1]
                print("%d %.5f %.5f" % (step, value, self.untrained()))


Model().fit()
