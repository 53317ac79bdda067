# expect: SES230 wrapped, not run: with resource variables the original ends with RuntimeError: Graph is finalized and cannot be modified.
"""A loop that is called again and again: each begins anew."""

import tensorflow as tf

slim = tf.contrib.slim


def main():
    w = tf.get_variable("w", [], initializer=tf.constant_initializer(2.0))
    train_op = slim.learning.create_train_op(tf.square(w), tf.train.GradientDescentOptimizer(0.1))
    for _ in range(2):
        print(slim.learning.train(train_op, None, number_of_steps=2))


main()
