# expect: wrapped, parity
"""An object that builds the graph keeps what initialises it, which its block runs again and again."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 4], name='x')
        w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.5))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - 1.0))
        self.train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(self.loss)
        self.init_op = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
        self.saver = tf.train.Saver()


def main():
    model = Model(0.1)
    random = np.random.RandomState(1)
    with tf.Session() as sess:
        for fold in range(2):
            sess.run(model.init_op)
            for step in range(3):
                _, loss = sess.run([model.train_op, model.loss], {model.x: random.rand(8, 4)})
                print(fold, step, loss)


main()
