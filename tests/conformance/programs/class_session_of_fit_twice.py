# expect: SES215
"""The second object adds to the graph of the first: its optimizer and its collections find what that built."""

import numpy as np
import tensorflow as tf


class Trainer(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 3])
        with tf.variable_scope("shared", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [3, 1], initializer=tf.constant_initializer(0.3))
        tf.add_to_collection("sums", tf.reduce_sum(w))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w))) + tf.add_n(tf.get_collection("sums"))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def fit(self):
        rng = np.random.RandomState(4)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for step in range(3):
                print(step, sess.run([self.loss, self.train_op], {self.x: rng.rand(5, 3)})[0])


for _ in range(2):
    Trainer().fit()
