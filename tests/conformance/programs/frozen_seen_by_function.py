# expect: SES208
"""A name that changes is read where the graph is built, and by a function that builds beside it."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [1])
    scale = 2.0

    def scaled(value):
        return tf.multiply(value, scale)

    out = scaled(x) + scale
    scale = 7.0
    with tf.Session() as sess:
        print(sess.run(out, {x: np.ones(1)}), scale)


main()
