# expect: lower
"""A random tensor of the module, used by a function; the session is in main()."""

import numpy as np
import tensorflow as tf

noise = tf.random_uniform([1], seed=3)


def noisy(x):
    return x + noise


def main():
    rng = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [None, 3])
    total = tf.reduce_sum(noisy(x))
    with tf.Session() as sess:
        for _ in range(6):
            print(sess.run(total, feed_dict={x: rng.rand(2, 3)}))


if __name__ == '__main__':
    main()
