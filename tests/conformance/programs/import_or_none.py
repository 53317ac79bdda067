# expect: native, parity
"""A module is None where it is not installed: the name stands for TensorFlow, or nothing of it is used."""

import numpy as np

try:
    import tensorflow as tf
except ImportError:
    tf = None


def main():
    if tf is None:
        print('no TensorFlow')
        return
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.get_variable('w', [2, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.matmul(x, w))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(loss, {x: np.ones((2, 2))}))


main()
