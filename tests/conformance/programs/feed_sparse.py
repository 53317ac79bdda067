# expect: compat, parity
"""Sparse tensors are fed, as values and as three arrays, and fetched; one placeholder has its shape already."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
rows = tf.sparse_placeholder(tf.float32)
weights = tf.sparse.placeholder(tf.float64, shape=[3, 4], name='weights')
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [4, 1], initializer=tf.constant_initializer(0.3))
guess = tf.sparse_tensor_dense_matmul(rows, w)
loss = tf.reduce_mean(tf.square(guess - y))
total = loss + tf.cast(tf.sparse_reduce_sum(weights), tf.float32)
doubled = rows * 2.0
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)


def sparse(count):
    indices = [[i, j] for i in range(count) for j in range(4) if rng.rand() < 0.6]
    return np.array(indices), rng.rand(len(indices)), np.array([count, 4])


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        batch = sparse(2 + i)
        feed = {rows: batch, y: rng.rand(2 + i, 1)}
        print(sess.run([train_op, loss], feed_dict=feed)[1])
    value = tf.SparseTensorValue(*sparse(3))
    print(sess.run(guess, {rows: value}))
    twice, part = sess.run([doubled, loss], {rows: value, y: np.ones((3, 1))})
    print(twice.indices, twice.values, twice[2], part)
    print(sess.run(total, {rows: twice, y: np.zeros((3, 1)), weights: sparse(3)}))
