# expect: native one device
"""Run sites in the headers of while and if."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
size = tf.reduce_mean(x)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    while sess.run(size, feed_dict={x: np.full((1, 3), step)}) < 6.0:
        step += 1
        if sess.run(size, feed_dict={x: np.full((1, 3), step)}) > 100.0:
            break
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(step, value)
