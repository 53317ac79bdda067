# expect: lower
"""A counter gives the layers their names; two run sites."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
import itertools
_ids = itertools.count()


def net(x):
    w = tf.get_variable('w%d' % next(_ids), [3, 1], initializer=tf.random_normal_initializer(stddev=0.5))
    return tf.matmul(x, w)


loss = tf.reduce_mean(tf.square(net(x) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        bx = rng.rand(8, 3)
        by = bx.sum(axis=1, keepdims=True)
        _, value = sess.run([train_op, loss], feed_dict={x: bx, y: by})
        print(sess.run(loss, feed_dict={x: bx, y: by}), step, value)
