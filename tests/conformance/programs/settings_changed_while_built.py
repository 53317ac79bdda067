# expect: SES252 wrapped
"""The graph has a number that follows a setting of a library, which the program changes then."""

import decimal

import numpy as np
import tensorflow as tf

context = decimal.getcontext()
context.prec = 3
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * float(decimal.Decimal(1) / decimal.Decimal(3))
context.prec = 6
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train, loss], {x: np.eye(2)})[1])
