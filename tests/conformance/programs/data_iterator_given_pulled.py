# expect: safe wrapped
"""A function that gives an iterator, and an element of it: one iterator for both."""

import numpy as np
import tensorflow as tf


def rows_and_first():
    rows = tf.data.Dataset.from_tensor_slices(np.arange(12, dtype=np.float32))
    iterator = rows.repeat().batch(2).make_initializable_iterator()
    return iterator, iterator.get_next()


def main():
    iterator, first = rows_and_first()
    second = iterator.get_next()
    w = tf.get_variable('w', [], initializer=tf.constant_initializer(0.5))
    loss = tf.reduce_sum(tf.square(w * (first + second) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(iterator.initializer)
        for _ in range(4):
            print(sess.run([train_op, loss])[1])


if __name__ == '__main__':
    main()
