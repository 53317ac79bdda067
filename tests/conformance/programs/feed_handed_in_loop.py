# expect: compat, parity
"""A function feeds what an object has, for each that a loop goes through, and each on its own device."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)


class Net(object):
    def __init__(self, size):
        self.x = tf.placeholder(tf.float32, [None, size])
        self.y = tf.placeholder(tf.float32, [None, 1])
        w = tf.get_variable('w', [size, 1], initializer=tf.constant_initializer(0.1))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, w) - self.y))


def feed_of(net, batch):
    x, y = batch
    feed = {}
    feed[net.x] = x
    feed[net.y] = y
    return feed


def average_gradients(tower_grads):
    average = []
    for pairs in zip(*tower_grads):
        grads = [tf.expand_dims(grad, 0) for grad, _ in pairs]
        average.append((tf.reduce_mean(tf.concat(grads, 0), 0), pairs[0][1]))
    return average


def main():
    nets = []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(2):
            with tf.device('/gpu:%d' % i), tf.name_scope('tower_%d' % i):
                nets.append(Net(3))
                tf.get_variable_scope().reuse_variables()
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    losses, grads = [], []
    for i, net in enumerate(nets):
        with tf.device('/gpu:%d' % i), tf.name_scope('grads_%d' % i):
            losses.append(net.loss)
            grads.append(optimizer.compute_gradients(net.loss))
    loss = tf.add_n(losses) / len(losses)
    train_op = optimizer.apply_gradients(average_gradients(grads))
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            feed = {}
            for net in nets:
                feed.update(feed_of(net, (rng.rand(4, 3), rng.rand(4, 1))))
            value, _ = sess.run([loss, train_op], feed_dict=feed)
            print(step, value)


main()
