# expect: safe wrapped
"""A method that changes a variable is passed to a function that calls it; no run fetches what it gives."""

import tensorflow as tf


def call(function, *given):
    return function(*given)


n = tf.Variable(0.0, trainable=False)
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))
more = call(n.assign_add, 1.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run(n))
