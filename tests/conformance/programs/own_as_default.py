# expect: SES204
"""What is entered beside a device is no graph, but settings of the program's own, which say how to build."""

import contextlib

import numpy as np
import tensorflow as tf


class Settings(object):
    factor = 1.0

    @contextlib.contextmanager
    def as_default(self):
        self.factor = 3.0
        yield self
        self.factor = 1.0


settings = Settings()
with settings.as_default(), tf.device('/cpu:0'):
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_mean(tf.matmul(x, w)) * settings.factor
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: np.ones((4, 2))})[0])
