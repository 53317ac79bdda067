# expect: safe wrapped
"""Keeps a function that builds what the graph has, and that only a dead function calls by its name."""

import numpy as np
import tensorflow as tf

import net


KEPT = [net.one_more]


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    first, second = net.of_two(x)
    first["loss"] = first["square"] * 2.0
    loss = tf.reduce_mean(first["loss"]) + tf.reduce_mean(second["square"])
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train, loss], {x: np.eye(4)})
            print(step, value)


if __name__ == "__main__":
    main()
