# expect: SES208
"""What build() goes on with was built from a name of __init__."""

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.rate = 0.1
        self.goal = tf.zeros([]) + size

    def build(self):
        size = 5.0
        self.rate = self.rate * size
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
