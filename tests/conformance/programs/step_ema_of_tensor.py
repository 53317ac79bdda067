# expect: compat
"""The moving average of a loss: TensorFlow 2 keeps those of variables alone."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
averages = tf.train.ExponentialMovingAverage(0.9, name='avg')
follow = averages.apply([loss])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, _, value = sess.run([train_op, follow, averages.average(loss)], {x: np.full([2, 3], i)})
        print(i, value)
