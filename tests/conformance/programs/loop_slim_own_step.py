# expect: SES230 wrapped
"""A loop whose step is a function of the program's own, which is given the session."""

import tensorflow as tf

slim = tf.contrib.slim


def step(sess, train_op, global_step, options):
    loss, stops = slim.learning.train_step(sess, train_op, global_step, options)
    return loss, stops or loss < 0.5


def main():
    w = tf.get_variable("w", [], initializer=tf.constant_initializer(2.0))
    train_op = slim.learning.create_train_op(tf.square(w), tf.train.GradientDescentOptimizer(0.1))
    slim.learning.train(train_op, None, train_step_fn=step, number_of_steps=9)


main()
