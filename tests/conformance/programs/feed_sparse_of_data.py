# expect: lower
"""A data set is made of a sparse placeholder, which its iterator's initialiser is fed."""

import numpy as np
import tensorflow as tf

rows = tf.sparse_placeholder(tf.float32)
data = tf.data.Dataset.from_tensor_slices(rows).map(tf.sparse_tensor_to_dense).batch(2)
iterator = data.make_initializable_iterator()
row = iterator.get_next()
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_sum(tf.square(row - w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(iterator.initializer, {rows: ([[0, 1], [1, 2], [3, 0]], [1.0, 2.0, 3.0], [4, 3])})
    for _ in range(2):
        print(sess.run([loss, train_op])[0])
