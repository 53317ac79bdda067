# expect: lower
"""A method that is handed the session is passed on as a function, too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Trainer(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def evaluate(self, sess, x):
        return sess.run(self.loss, {self.x: x})

    def train(self):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(self.evaluate(sess, np.ones((1, 3))))
            evaluate = self.evaluate
            for _ in range(3):
                x = rng.rand(4, 3)
                sess.run(self.train_op, {self.x: x})
                print(evaluate(sess, x))


Trainer().train()
