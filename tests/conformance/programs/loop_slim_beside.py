# expect: SES230 wrapped, not run: with resource variables the original ends with RuntimeError: Graph is finalized and cannot be modified.
"""A loop beside a session of the program's own."""

import tensorflow as tf

slim = tf.contrib.slim


def main():
    w = tf.get_variable("w", [], initializer=tf.constant_initializer(2.0))
    loss = tf.square(w)
    train_op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.1))
    slim.learning.train(train_op, None, number_of_steps=2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(loss))


main()
