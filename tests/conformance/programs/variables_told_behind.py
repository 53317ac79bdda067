# expect: native
"""Behind the training the names of the variables are printed."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1, kernel_initializer=tf.ones_initializer())))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([train_op, loss], {x: np.ones([3, 2])})[1])
    print(sorted(v.name for v in tf.global_variables()))
