# expect: SES208
"""A name of the module has another value in build()."""

import numpy as np
import tensorflow as tf
goal = 2.0


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.rate = 0.1
        self.goal = tf.zeros([]) + goal

    def build(self):
        goal = 5.0
        self.rate = self.rate * goal
        w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - self.goal))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)

    def train(self, sess):
        for _ in range(3):
            print(sess.run([self.train_op, self.loss], {self.x: np.ones((2, 3))})[1])


def main():
    model = Model(3.0)
    model.build()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        model.train(sess)


if __name__ == '__main__':
    main()
