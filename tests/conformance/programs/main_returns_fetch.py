# expect: safe wrapped
"""The driver returns fetched values, and a tensor with them."""

import numpy as np
import tensorflow as tf


def main():
    rng = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [None, 3])
    total = tf.reduce_sum(x)
    with tf.Session() as sess:
        for _ in range(5):
            sess.run(total, feed_dict={x: rng.rand(2, 3)})
        return sess.run(total, feed_dict={x: rng.rand(2, 3)}), total.dtype


if __name__ == '__main__':
    print(main())
