# expect: SES206
"""A method that builds: its second call may go on with the variable that the first one has made."""

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, width):
        self.width = width

    def fit(self, rows, go_on=False):
        if go_on:
            w = self.w
        else:
            w = self.w = tf.Variable(tf.ones([2, self.width]))
        x = tf.placeholder(tf.float32, [None, 2])
        cost = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(cost)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for i in range(3):
                print(i, sess.run([cost, train_op], {x: rows})[0])


net = Net(2)
net.fit(np.ones([3, 2]))
net.fit(np.ones([3, 2]), go_on=True)
