# expect: compat, parity
"""Sparse tensors that helpers make are fetched, and the parts of a sparse placeholder fed one by one."""

import numpy as np
import tensorflow as tf


def kept(dense, least):
    where = tf.where(dense > least)
    values = tf.gather_nd(dense, where)
    found = tf.SparseTensor(where, values, tf.shape(dense, out_type=tf.int64))
    return found


def halved(tensor):
    return tf.cast(tensor, tf.float64) * 0.5


def total(tensor):
    return tf.sparse_reduce_sum(tensor)


x = tf.placeholder(tf.float32, [None, 3])
parts = tf.sparse_placeholder(tf.float32)
big = kept(x, 0.5)
small = halved(big)
summed = total(small)
both = {'big': big, 'summed': summed}
dense = tf.sparse_tensor_to_dense(parts)
w = tf.get_variable('w', [3], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_sum(tf.square(dense - w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        data = rng.rand(2, 3)
        found = sess.run(small, {x: data})
        print(type(found).__name__, found.values, sess.run(summed, {x: data}))
        print(sess.run(both, {x: data})['big'].indices)
        feed = {parts.indices: found.indices, parts.values: found.values, parts.dense_shape: found.dense_shape}
        print(sess.run([loss, train_op], feed)[0])
        print(sess.run([loss, train_op], {parts: found})[0])
