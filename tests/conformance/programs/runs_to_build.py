# expect: lower
"""A function that trains is called where the graph is built: a part of the graph has what it gives."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.2))
    out = tf.matmul(x, w)
    train_op = tf.train.GradientDescentOptimizer(0.2).minimize(tf.reduce_mean(tf.square(out - 1.0)))
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())

    def train(rows):
        sess.run(train_op, {x: rows})
        return float(rows.sum())

    scaled = out * train(np.ones([2, 3]))
    for i in range(3):
        print(sess.run(scaled, {x: np.ones([1, 3])}))


main()
