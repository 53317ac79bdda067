# expect: compat, parity
"""A function of another file is passed what it feeds: the placeholders of an object and of a name."""

import numpy as np
import tensorflow as tf

import evaluating


class Net(object):
    def __init__(self):
        self.inputs = tf.placeholder(tf.float32, [None, 2])
        self.rate = tf.placeholder_with_default(0.1, [])
        self.w = tf.get_variable('w', [2], initializer=tf.constant_initializer(0.5))
        self.out = tf.reduce_sum(self.inputs * self.w, 1)


def main():
    net = Net()
    targets = tf.placeholder(tf.float32, [None])
    loss = tf.reduce_mean(tf.square(net.out - targets))
    train_op = tf.train.GradientDescentOptimizer(net.rate).minimize(loss)
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(4):
            data = rng.rand(3, 2)
            feed_dict = {net.inputs: data, targets: data.sum(1)}
            print(evaluating.evaluate(sess, loss, feed_dict, times=i))
            feed_dict[net.rate] = 0.2
            sess.run(train_op, feed_dict)


main()
