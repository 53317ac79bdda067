# expect: SES209
"""Another run builds less before the loss, whose name and average would be others."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
y = tf.matmul(x, w)
largest = tf.reduce_mean(tf.abs(y))
loss = tf.reduce_mean(tf.square(y - 1.0))
averages = tf.train.ExponentialMovingAverage(0.9, name='avg')
follow = averages.apply([loss])
mean_loss = tf.identity(averages.average(loss))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        batch = rng.rand(2, 3)
        sess.run([train_op, follow, largest], {x: batch})
        print(i, sess.run(mean_loss, {x: batch}))
