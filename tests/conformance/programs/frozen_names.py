# expect: native, parity
"""Names stand for other things when the graph runs: for numbers, arrays, and what was a dictionary."""

import numpy as np
import tensorflow as tf


def main():
    data = np.arange(6, dtype=np.float32).reshape([2, 3])
    x = tf.placeholder(tf.float32, [None, 3])
    mean = data.mean(0)
    out = x - mean
    settings = {}
    settings['factor'] = 0.5
    out = tf.multiply(out, settings['factor'])
    scale = 2.0
    out = tf.add_n([out * scale for _ in range(2)])
    scale = tf.reduce_max(x)
    out = tf.divide(out, scale)
    settings = None
    with tf.Session() as sess:
        for mean in range(2):
            print(mean, settings, sess.run(out, {x: data + mean + 1.0}))


main()
