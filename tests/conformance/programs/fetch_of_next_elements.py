# expect: compat
"""Runs fetch the elements of data sets of tuples and of dictionaries as wholes."""

import numpy as np
import tensorflow as tf

rows = np.arange(12, dtype=np.float32).reshape(6, 2) / 10
pairs = tf.data.Dataset.from_tensor_slices((rows, rows.sum(1))).repeat().batch(2)
named = tf.data.Dataset.from_tensor_slices(rows).map(lambda row: {'row': row, 'half': row / 2}).batch(3)
pair = pairs.make_one_shot_iterator().get_next()
record = named.repeat().make_one_shot_iterator().get_next()
x, y = pair
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        value, batch, _ = sess.run([loss, pair, train_op])
        print(value, batch[1], sess.run(record)['half'][0])
