# expect: safe wrapped
"""The dictionary that is fed changes between the runs."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(40)
x = tf.placeholder(tf.float32, [None, 3])
rate = tf.placeholder(tf.float32, [])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = {x: rng.rand(4, 3), rate: 0.1}
    for i in range(4):
        sess.run(train_op, feed_dict=feed)
        feed[rate] *= 0.5
        feed.update({x: rng.rand(4, 3)})
        print(i, sess.run(loss, feed_dict=feed))
