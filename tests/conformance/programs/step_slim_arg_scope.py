# expect: compat, parity
"""Arguments of slim's layers that a block gives for all of them: in one scope, kept in it, and of a function."""

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim


def scope_of(rate):
    with slim.arg_scope(
        [slim.fully_connected], activation_fn=tf.nn.elu, weights_regularizer=slim.l2_regularizer(rate)
    ) as scope:
        return scope


def main():
    units = 3
    x = tf.placeholder(tf.float32, [None, 2])
    with slim.arg_scope([slim.fully_connected], weights_initializer=tf.constant_initializer(0.2)) as kept:
        first = slim.fully_connected(x, units, scope='first')
    with slim.arg_scope(scope_of(0.5)):
        with slim.arg_scope([slim.fully_connected], biases_initializer=tf.ones_initializer()):
            second = slim.fully_connected(first, units, scope='second')
    with slim.arg_scope(kept), tf.variable_scope('outputs'):
        outputs = slim.fully_connected(second, 1, activation_fn=None)
    loss = tf.reduce_mean(tf.square(outputs - 1)) + tf.add_n(tf.losses.get_regularization_losses())
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    rng = np.random.RandomState(4)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            print(sess.run([train_op, loss], {x: rng.rand(5, 2)})[1])


main()
