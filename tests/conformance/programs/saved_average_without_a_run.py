# expect: SES217
"""The moving averages of an update that no run needs are saved with the variables."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model")
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
average_op = tf.train.ExponentialMovingAverage(0.9).apply([w])
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([loss, train_op], {x: np.eye(3)})[0])
    saver.save(sess, path)
print(sorted(tf.train.list_variables(path)))
