# expect: SES208
"""What a scope gives to layers changes while the block builds."""

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim


def main():
    value = 0.5
    x = tf.placeholder(tf.float32, [None, 2])
    with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(value)):
        first = slim.fully_connected(x, 3, scope='first')
        value = 0.1
        outputs = slim.fully_connected(first, 1, weights_initializer=tf.constant_initializer(value))
    value = 7.0
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(2):
            print(value, sess.run(outputs, {x: np.ones([2, 2]) * step}))


main()
