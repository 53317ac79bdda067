# expect: safe wrapped
"""Moving averages of a model start anew, in a method and by the block that opens the session."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(31)


class Model(object):
    def __init__(self, sess):
        self.sess = sess
        self._build()

    def _build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 1])
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        averages = tf.train.ExponentialMovingAverage(0.9)
        with tf.control_dependencies([train_op]):
            self.train_op = averages.apply([w])
        self.average = tf.reduce_sum(averages.average(w))

    def train(self, x):
        self.sess.run(self.train_op, {self.x: x})
        return self.sess.run([self.loss, self.average], {self.x: x})


sess = tf.Session()
model = Model(sess)
for fold in range(2):
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(fold, step, model.train(rng.rand(5, 3)))
