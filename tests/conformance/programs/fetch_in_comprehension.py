# expect: lower
"""A comprehension fetches something else at each turn, by a name that the block has too."""

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.5))
    pred = tf.reduce_sum(x * w, 1)
    loss = tf.reduce_mean(tf.square(pred - y))
    train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    data = np.arange(12).reshape(4, 3).astype(np.float32) / 10
    labels = np.arange(4).astype(np.float32)
    for k in [10.0]:
        print(k)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print([sess.run(pred * k, {x: data}) for k in range(3)])


main()
