# expect: safe wrapped
"""An object of the program that is called as a logger keeps what it is told."""

import numpy as np
import tensorflow as tf


class Log(object):
    def __init__(self):
        self.lines = []

    def info(self, line):
        self.lines.append(str(line))


log = Log()
x = tf.placeholder(tf.float32, [None, 3])
y = tf.square(x)
log.info(y.shape.as_list())
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.5))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.matmul(y, w)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op, {x: np.ones([2, 3])})
    print(sess.run(w))
print(log.lines)
