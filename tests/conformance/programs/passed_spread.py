# expect: lower
"""What a call passes of a list are parts of the graph."""

import numpy as np
import tensorflow as tf


def evaluate(sess, loss, x, data):
    return sess.run(loss, {x: data})


x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
parts = [tf.reduce_sum(x * w), x]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(evaluate(sess, *parts, data=np.arange(6.0).reshape(2, 3)))
