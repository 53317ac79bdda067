# expect: SES210
"""The object that builds the graph is asked for its size where the graph runs."""

import numpy as np
import tensorflow as tf


class Net:
    size = 3

    def build(self, x):
        return tf.layers.dense(x, 1, kernel_initializer=tf.ones_initializer())


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    net = Net()
    out = net.build(x)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(out, {x: np.ones([2, net.size])}))


main()
