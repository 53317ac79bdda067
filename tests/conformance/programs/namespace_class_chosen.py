# expect: compat
"""Which class is meant is decided in a loop, behind the first part of the graph."""

import numpy as np
import tensorflow as tf


class Square(object):
    @staticmethod
    def of(x):
        return tf.square(x)


class Counted(object):
    @staticmethod
    def of(x):
        count = tf.get_variable('count', [], initializer=tf.zeros_initializer())
        with tf.control_dependencies([tf.assign_add(count, 1.0)]):
            return tf.identity(x)


x = tf.placeholder(tf.float32, [None])
total = x
for kind in (Square, Counted):
    total = kind.of(total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total, {x: [1.0, 2.0]}))
