# expect: SES208
"""What a name stood for where the graph was built changes in its place, under another name too."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [1])
    weights = [2.0]
    kept = list((weights,))
    out = tf.multiply(x, weights[0])
    kept[0][0] = 5.0
    weights = None
    with tf.Session() as sess:
        print(sess.run(out, {x: np.ones(1)}), weights)


main()
