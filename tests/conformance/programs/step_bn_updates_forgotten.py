# expect: safe compat
"""The updates of batch normalisation are never run, the classic mistake: moving means stay at zero."""

import numpy as np
import tensorflow as tf


def net(x, train):
    h = tf.layers.dense(x, 4, kernel_initializer=tf.constant_initializer(0.3), name='fc')
    h = tf.layers.batch_normalization(h, training=train, name='bn')
    return tf.layers.dense(h, 1, kernel_initializer=tf.constant_initializer(0.2), name='out')


def main():
    rng = np.random.RandomState(2)
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.placeholder(tf.float32, [None, 1])
    train = tf.placeholder_with_default(False, [])
    pred = net(x, train)
    loss = tf.reduce_mean(tf.square(pred - y))
    step = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            bx = rng.rand(8, 3)
            by = bx.sum(1, keepdims=True)
            sess.run(step, feed_dict={x: bx, y: by, train: True})
            print(i, sess.run(loss, feed_dict={x: bx, y: by}))


if __name__ == '__main__':
    main()
