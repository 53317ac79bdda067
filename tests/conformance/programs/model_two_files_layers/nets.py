"""A network of unnamed layers with weight decay and normalisation."""

import tensorflow as tf


def network(images, training, decay=0.01):
    regularizer = tf.contrib.layers.l2_regularizer(decay)
    h = tf.layers.conv2d(images, 2, 3, padding='same', activation=tf.nn.relu, kernel_regularizer=regularizer,
                         kernel_initializer=tf.constant_initializer(0.1))
    h = tf.layers.max_pooling2d(h, 2, 2)
    h = tf.layers.batch_normalization(h, training=training)
    h = tf.layers.flatten(h)
    return tf.layers.dense(h, 2, kernel_regularizer=regularizer, kernel_initializer=tf.constant_initializer(0.05))
