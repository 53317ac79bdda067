# expect: lower
"""A global name means something else at the second call."""

import numpy as np
import tensorflow as tf


def evaluate(sess):
    return sess.run(loss, {x: np.ones([3])})


x = tf.placeholder(tf.float32, [3])
w = tf.Variable(2.0, name='w')
loss = tf.reduce_sum(x * w)
other = tf.reduce_sum(x - w)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(evaluate(sess))
loss = other
print(evaluate(sess))
