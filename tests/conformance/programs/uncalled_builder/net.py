"""Networks of two layers, and one of three, which nothing builds."""

import tensorflow as tf


def layers(x):
    net = {}
    with tf.variable_scope("net", reuse=tf.AUTO_REUSE):
        w = tf.get_variable("w", [4, 2], initializer=tf.ones_initializer())
    net["product"] = tf.matmul(x, w)
    net["square"] = tf.square(net["product"])
    return net


def pair(x):
    return layers(x), layers(x + 1.0)


def both(x):
    first, second = pair(x)
    first["square"] = first["square"] + second["product"]
    return first, second


def of_two(x):
    first, second = both(x)
    return first, second


def of_three(x):
    first, second = both(x)
    third = layers(x + 2.0)
    third["square"] = second["product"]
    return first, second, third
