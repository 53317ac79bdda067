# expect: SES210
"""A scope around all that a program does, its session too, and what it gives is looked at."""

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim

x = tf.placeholder(tf.float32, [None, 2])
with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(0.5)):
    y = slim.fully_connected(x, 3)
    given = tf.contrib.framework.current_arg_scope()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(2):
            print(len(given), sess.run(y, {x: np.ones([2, 2]) * step}))
