# expect: compat, parity
"""The placeholders of a dictionary, and of an object, are what functions of another file feed."""

import numpy as np
import tensorflow as tf

from feeding import *


class Net(object):
    def __init__(self, inputs):
        self.scale = tf.placeholder(tf.float32, [])
        self.w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
        self.out = tf.reduce_sum(inputs * self.w, 1) * self.scale


rng = np.random.RandomState(0)
placeholders = {
    'inputs': tf.placeholder(tf.float32, [None, 3]),
    'targets': tf.placeholder(tf.float32, [None]),
    'dropout': tf.placeholder_with_default(0.0, shape=()),
}
net = Net(placeholders['inputs'])
loss = tf.reduce_mean(tf.square(net.out - placeholders['targets'] + placeholders['dropout']))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        feed_dict = construct_feed_dict(batch, batch.sum(1), placeholders)
        feed_dict.update({placeholders['dropout']: 0.25, net.scale: 0.5})
        sess.run(train_op, feed_dict=feed_dict)
        print(step, sess.run(loss, feed_dict=scaled(net, placeholders, batch)))
