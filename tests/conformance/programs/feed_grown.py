# expect: native, parity
"""What is fed is collected one by one: in an empty dictionary, by items and by update()."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)


def train():
    x = tf.placeholder(tf.float32, [None, 2])
    y = tf.placeholder(tf.float32, [None, 1])
    rate = tf.placeholder(tf.float32, [])
    w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.3))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    fixed = {x: np.ones([3, 2])}
    fixed[y] = np.zeros([3, 1])
    for i in range(5):
        feed = {}
        data = rng.rand(4, 2)
        feed[x] = data
        feed[y] = data.sum(1, keepdims=True)
        feed.update({rate: 0.1 / (i + 1)})
        sess.run(train_op, feed_dict=feed)
        print(i, sess.run(loss, feed_dict=fixed))


train()
