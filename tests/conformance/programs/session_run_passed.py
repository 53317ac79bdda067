# expect: safe wrapped
"""The session's method is passed to a function that calls it, for what a step has no counterpart for."""

import tensorflow as tf


def call(function, *given):
    return function(*given)


n = tf.get_variable("n", [], initializer=tf.zeros_initializer(), trainable=False)
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0)) + n
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
start = tf.group(tf.global_variables_initializer())
with tf.Session() as sess:
    call(sess.run, start)
    call(sess.run, n.assign(2.0))
    for _ in range(3):
        sess.run(train)
        print(sess.run(loss))
