# expect: lower
"""A global name in what is built late is changed by another function, between the turns of the loop."""

import numpy as np
import tensorflow as tf

factor = 1.0


def grow():
    global factor
    factor *= 3.0


def main():
    x = tf.placeholder(tf.float32, [None])
    y = tf.square(x)
    with tf.Session() as sess:
        for k in range(3):
            scaled = y * factor
            print(sess.run(scaled, {x: [1.0, 2.0]}))
            grow()


main()
