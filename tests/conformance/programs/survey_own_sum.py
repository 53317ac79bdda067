# expect: SES210
"""What looks like a sum is a method of the program's own, whose count decides how often the graph runs."""

import numpy as np
import tensorflow as tf


class Tally(object):
    def __init__(self):
        self.seen = []

    def sum(self, variable):
        self.seen.append(variable.name)
        return len(self.seen)


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1))
train_op = tf.train.RMSPropOptimizer(0.05).minimize(loss)

tally = Tally()
for variable in tf.trainable_variables():
    tally.sum(variable)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(len(tally.seen) + 1):
        print(step, sess.run([loss, train_op], {x: np.eye(3)})[0])
