# expect: native, parity
"""A function of another module tells the variables of the object that is given the session."""

import numpy as np
import tensorflow as tf
from tools import show_all_variables


class Model(object):
    def __init__(self, sess, rate):
        self.sess = sess
        self.rate = rate

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.4))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(self.rate, 0.9).minimize(self.loss)

    def train(self):
        tf.global_variables_initializer().run()
        for step in range(3):
            print(self.sess.run([self.loss, self.train_op], {self.x: np.ones((2, 3))})[0])


def main():
    with tf.Session() as sess:
        model = Model(sess, 0.1)
        model.build()
        show_all_variables()
        model.train()


if __name__ == '__main__':
    main()
