# expect: compat, parity
"""What is mapped over tensors is an object whose call updates a variable that nothing fetches."""

import numpy as np
import tensorflow as tf


class Counted(object):
    def __call__(self, value):
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        tf.assign_add(count, 1.0)
        return value + count


counted = Counted()
x = tf.placeholder(tf.float32, [None])
total = tf.add_n(list(map(counted, [tf.reduce_sum(x)])))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run(total, feed_dict={x: np.arange(3) + i}))
