# expect: SES208
"""A method that runs the session gives the attribute that is fed another placeholder."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, steps):
        self.steps = steps

    def build(self):
        self.x = tf.placeholder_with_default(np.zeros(2, np.float32), [2])
        self.other = tf.placeholder_with_default(np.zeros(2, np.float32), [2])
        self.w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
        self.loss = tf.reduce_sum(tf.square(self.w * (self.x + 3 * self.other) - 1))
        self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.loss)

    def turn(self, sess):
        self.x = self.other
        return sess.run(self.w)

    def train(self):
        self.build()
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(self.steps):
                _, loss = sess.run([self.train_op, self.loss], {self.x: [1.0, 2.0]})
                print(loss)
                if step == 1:
                    print(self.turn(sess))


Model(4).train()
