# expect: compat, parity
"""A method gives its object's variable a value by tf.assign, and asks for it by eval(), in the default graph."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, rate):
        self.rate = rate

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.count = tf.Variable(0, trainable=False, name='count')
        self.counted = tf.assign_add(self.count, 1)
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(self.rate).minimize(self.loss)

    def train(self, start):
        self.build()
        with tf.Session() as sess:
            tf.global_variables_initializer().run()
            sess.run(tf.assign(self.count, start))
            print('from', self.count.eval(sess))
            for _ in range(3):
                _, loss, _ = sess.run([self.train_op, self.loss, self.counted], {self.x: np.ones([3, 2])})
                print(loss)
            print('to', self.count.eval(sess))


if __name__ == '__main__':
    trainer = Trainer(0.1)
    trainer.train(5)
