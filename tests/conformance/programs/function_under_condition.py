# expect: compat, parity
"""A function is one of two, as a condition of its module chooses; one of them updates a variable in secret."""

import sys

import numpy as np
import tensorflow as tf

if len(sys.argv) > 5:
    def counted(value):
        return value
else:
    def counted(value):
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        tf.assign_add(count, 1.0)
        return value + count


def model(value):
    return 2 * counted(value)


x = tf.placeholder(tf.float32, [None])
total = model(tf.reduce_sum(x))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run(total, feed_dict={x: np.arange(3) + i}))
