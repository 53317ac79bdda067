"""A small convolutional network, and the arguments that its layers share."""

import compat
import tensorflow as tf

slim = compat.contrib.slim


def arg_scope(weight_decay):
    with slim.arg_scope(
        [slim.conv2d, slim.fully_connected],
        weights_initializer=tf.compat.v1.truncated_normal_initializer(stddev=0.1, seed=7),
        weights_regularizer=slim.l2_regularizer(weight_decay),
    ):
        with slim.arg_scope([slim.conv2d], normalizer_fn=slim.batch_norm) as scope:
            return scope


def network(images, num_classes, is_training):
    """Returns the logits."""
    with tf.compat.v1.variable_scope('network'):
        with slim.arg_scope([slim.batch_norm], is_training=is_training, decay=0.9):
            net = slim.conv2d(images, 8, [3, 3], scope='conv1')
            net = slim.max_pool2d(net, [2, 2], scope='pool1')
            net = slim.conv2d(net, 16, [3, 3], scope='conv2')
            net = slim.flatten(net)
            return slim.fully_connected(net, num_classes, activation_fn=None, scope='logits')
