# expect: lower
"""A class inside a function adds to a collection, and only the collection is asked for."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3])

    class Net(object):
        def __init__(self):
            self.kernel = tf.Variable(tf.ones([3, 1]))
            tf.add_to_collection('costs', tf.reduce_sum(self.kernel))

        def build(self, x):
            tf.add_to_collection('costs', tf.reduce_max(self.kernel))
            return tf.matmul(x, self.kernel)

    net = Net()
    outputs = net.build(x)
    cost = tf.add_n(tf.get_collection('costs'))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(outputs, {x: np.ones((2, 3))}), sess.run(cost))


main()
