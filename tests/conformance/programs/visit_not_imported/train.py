# expect: lower
"""A function of a file that no import statement names, so that it would not change with this one."""

import numpy as np
import tensorflow as tf

import lib


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    loss = tf.reduce_sum(x)
    with tf.Session() as sess:
        print(lib.run.evaluate(sess, loss, x, np.ones([2, 3])))


main()
