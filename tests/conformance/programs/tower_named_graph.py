# expect: native MirroredStrategy, parity
"""A graph with a name is entered together with a device, to build towers and again to run them."""

import numpy as np
import tensorflow as tf


def net(x, keep, reuse):
    with tf.variable_scope('net', reuse=reuse):
        w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
    return tf.matmul(tf.nn.dropout(x, keep), w)


def mean_of(towers):
    means = []
    for pairs in zip(*towers):
        means.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
    return means


if __name__ == '__main__':
    count = 3
    size = 2
    graph = tf.Graph()
    with graph.as_default(), tf.device('/cpu:0'):
        optimizer = tf.train.AdamOptimizer(0.05)
        x_all = tf.placeholder(tf.float32, [size * count, 3])
        y_all = tf.placeholder(tf.float32, [size * count, 1])
        keep = tf.placeholder(tf.float32)
        towers, errors = [], []
        for i in range(count):
            with tf.device('/gpu:%d' % i):
                with tf.name_scope('tower_%d' % i) as scope:
                    if i > 0:
                        reuse = True
                    else:
                        reuse = False
                    out = net(x_all[i * size:(i + 1) * size, :], keep, reuse)
                    error = tf.square(out - y_all[i * size:(i + 1) * size, :])
                    towers.append(optimizer.compute_gradients(tf.reduce_mean(error)))
                    errors.append(error)
        error = tf.reduce_mean(errors)
        train_op = optimizer.apply_gradients(mean_of(towers))
        init = tf.global_variables_initializer()

    rng = np.random.RandomState(2)
    with graph.as_default(), tf.device('/cpu:0'):
        sess = tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=True))
        sess.run(init)
        for step in range(4):
            x = rng.rand(size * count, 3)
            sess.run(train_op, feed_dict={x_all: x, y_all: x[:, :1], keep: 1})
            print(step, sess.run(error, feed_dict={x_all: x, y_all: x[:, :1], keep: 1}))
