# expect: native, parity
"""The block that gives its session to objects closes it in the end, whatever happens, and if it is told to."""

import sys

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w)))
        self.train_step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


class Trainer(object):
    def __init__(self, sess, model):
        self.sess = sess
        self.model = model

    def train(self, steps):
        for _ in range(steps):
            print(self.sess.run([self.model.loss, self.model.train_step], {self.model.x: np.ones([3, 2])})[0])


def main(steps):
    sess = tf.Session()
    model = Model()
    sess.run(tf.global_variables_initializer())
    trainer = Trainer(sess, model)
    try:
        trainer.train(steps)
    finally:
        sess.close()


main(len(sys.argv) + 1)
