# expect: native
"""Tells which variables there are: by functions, in front of the session and in it, and behind its runs."""

import numpy as np
import tensorflow as tf


def describe(label):
    print(label)
    for variable in tf.global_variables():
        print(variable.name, variable.get_shape())


def main():
    x = tf.placeholder(tf.float32, [2, 3])
    w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.matmul(x, w) ** 2)
    train = tf.train.AdamOptimizer(0.1).minimize(loss)
    print("there are", len(tf.global_variables()))
    describe("built")
    tf.logging.info("trained: %s", [one.name for one in tf.trainable_variables()])
    with tf.Session() as sess:
        describe("opened")
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            value, _ = sess.run([loss, train], {x: np.ones((2, 3))})
            print(value)
        print("still", len(tf.global_variables()))


main()
