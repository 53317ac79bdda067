# expect: lower
"""What is fetched differs from call to call: the function has no step of its own."""

import numpy as np
import tensorflow as tf


def run_epoch(session, operation, x, count):
    for _ in range(count):
        session.run(operation, {x: np.ones([2])})


def main():
    x = tf.placeholder(tf.float32, [2])
    w = tf.Variable(1.0, name='w')
    up = tf.assign_add(w, tf.reduce_sum(x))
    down = tf.assign_sub(w, tf.reduce_sum(x))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        run_epoch(sess, up, x, 3)
        run_epoch(sess, down, x, 1)
        print(sess.run(w))


main()
