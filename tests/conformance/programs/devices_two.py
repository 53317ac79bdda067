# expect: native explicit devices
"""Two devices, one sum."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)


def main():
    with tf.device('/gpu:0'):
        a = tf.placeholder(tf.float32, [3, 3])
        left = tf.matmul(a, a)
    with tf.device('/gpu:1'):
        b = tf.placeholder(tf.float32, shape=(3, 3))
        right = tf.matmul(b, b)
    with tf.device('/cpu:0'):
        total = left + right
    with tf.Session(config=tf.ConfigProto(log_device_placement=False)) as sess:
        for _ in range(6):
            print(sess.run(total, {a: rng.rand(3, 3), b: rng.rand(3, 3)}))


main()
