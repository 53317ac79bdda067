# expect: safe wrapped
"""A loop in a function that is handed what it runs."""

import tensorflow as tf

slim = tf.contrib.slim


def train(train_op):
    return slim.learning.train(train_op, None, number_of_steps=3)


def main():
    w = tf.get_variable("w", [], initializer=tf.constant_initializer(2.0))
    train_op = slim.learning.create_train_op(tf.square(w), tf.train.GradientDescentOptimizer(0.1))
    print(train(train_op))


main()
