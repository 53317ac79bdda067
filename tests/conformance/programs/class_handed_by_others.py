# expect: lower
"""A method is handed one session inside of the class, and another one from outside."""

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
            for _ in range(3):
                x = rng.rand(4, 3)
                sess.run(self.train_op, {self.x: x})
                print(self.evaluate(sess, x))


trainer = Trainer()
trainer.train()
with tf.Session() as other:
    other.run(tf.global_variables_initializer())
    print(trainer.evaluate(other, np.ones((1, 3))))
