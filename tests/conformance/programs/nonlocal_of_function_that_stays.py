# expect: safe wrapped, parity
"""A function that only prints declares the loss as the block's, which would have none behind its steps."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3])
    w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))

    def tell():
        nonlocal loss
        print('built')

    tell()
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(3):
            _, value = sess.run([train_op, loss], feed_dict={x: np.eye(3)})
            print(step, value)


main()
