# expect: safe wrapped
"""A function remembers in an attribute how many layers it made."""

import numpy as np
import tensorflow as tf


def layer(x, width):
    layer.count = getattr(layer, 'count', 0) + 1
    w = tf.get_variable('layer%d' % layer.count, [int(x.get_shape()[1]), width],
                        initializer=tf.constant_initializer(0.2))
    return tf.matmul(x, w)


rng = np.random.RandomState(38)
x = tf.placeholder(tf.float32, [None, 3])
pred = layer(tf.nn.relu(layer(x, 4)), 1)
loss = tf.reduce_mean(tf.square(pred - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        bx = rng.rand(4, 3)
        sess.run(train_op, feed_dict={x: bx})
        print(i, sess.run(pred, feed_dict={x: bx}).sum())
