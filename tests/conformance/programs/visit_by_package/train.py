# expect: native, parity
"""A function of a file that no import statement names: its package has it, and it is called as a part of that."""

import numpy as np
import tensorflow as tf

import lib


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    loss = tf.reduce_sum(x)
    with tf.Session() as sess:
        print(lib.run.evaluate(sess, loss, x, np.ones([2, 3])))


main()
