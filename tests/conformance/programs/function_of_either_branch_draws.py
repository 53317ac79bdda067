# expect: SES205
"""Of the two functions of one name, one draws a number by Python: a step would draw another in each trace."""

import sys

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)

if sys.version_info > (3,):
    def scaled(values):
        return values * rng.rand()
else:
    def scaled(values):
        return values * 0.5


x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.ones([3, 1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(scaled(x), w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(2):
        print(step, sess.run([loss, train_op], {x: np.ones((2, 3))})[0], sess.run(loss, {x: np.ones((2, 3))}))
