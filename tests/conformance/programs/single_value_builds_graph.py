# expect: native one device
"""A fetched value becomes a constant of a later graph part."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    mean = sess.run(tf.reduce_mean(x), feed_dict={x: rng.rand(4, 3)})
    shifted = tf.reduce_sum(x - mean)
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(sess.run(shifted, feed_dict={x: bx}), step, value)
