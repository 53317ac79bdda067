"""What both programs build."""

import tensorflow as tf


def network(inputs, units=3):
    with tf.variable_scope('network'):
        hidden = tf.layers.dense(inputs, units, activation=tf.tanh, name='hidden')
        return tf.layers.dense(hidden, 1, name='output')
