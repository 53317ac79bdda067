# expect: wrapped, parity
"""Columns of words, whose table is initialised beside the variables."""

import numpy as np
import tensorflow as tf


def main():
    words = tf.placeholder(tf.string, [None])
    column = tf.feature_column.categorical_column_with_vocabulary_list('word', ['a', 'b', 'c'])
    inputs = tf.feature_column.input_layer({'word': words}, [tf.feature_column.indicator_column(column)])
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(inputs, w) - 1.0))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
        for step in range(3):
            value, _ = sess.run([loss, train_op], {words: np.array(['a', 'c'])})
            print(step, value)


main()
