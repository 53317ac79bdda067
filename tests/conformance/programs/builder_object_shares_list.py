# expect: SES252
"""Objects that build the graph count in a list of their class, which every trace would go on with."""

import numpy as np
import tensorflow as tf


class Net:
    made = []

    def build(self, x):
        self.made += [len(self.made)]
        return tf.reduce_sum(x) * len(self.made)


def main():
    x = tf.placeholder(tf.float32, [2])
    net = Net()
    first = net.build(x)
    second = Net().build(x) + first
    with tf.Session() as sess:
        print(sess.run(first, {x: np.ones(2)}))
        print(sess.run(second, {x: np.ones(2)}))


main()
