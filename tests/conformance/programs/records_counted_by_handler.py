# expect: SES208
"""A handler of the program counts what is logged, and the graph has the number."""

import logging

import numpy as np
import tensorflow as tf


class Counter(logging.Handler):
    count = 1

    def emit(self, record):
        Counter.count += 1


log = logging.getLogger('train')
log.addHandler(Counter())
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * Counter.count
log.error('the loss is made')
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
