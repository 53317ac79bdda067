"""What a program trains, and what tests look at."""

import tensorflow as tf

slim = tf.contrib.slim


def layers(inputs, units=4):
    with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(0.3)):
        hidden = slim.fully_connected(inputs, units, scope='hidden')
        return slim.fully_connected(hidden, 1, activation_fn=None, scope='output')
