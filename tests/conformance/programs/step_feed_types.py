# expect: native, parity
"""Lists, integers, doubles and booleans are fed, and become what the placeholder is."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
ids = tf.placeholder(tf.int32, [None])
scale = tf.placeholder(tf.float32, ())
flag = tf.placeholder(tf.bool)
table = tf.get_variable('table', [4, 2], initializer=tf.constant_initializer(np.arange(8).reshape(4, 2) / 10.0))
rows = tf.nn.embedding_lookup(table, ids)
loss = tf.reduce_mean(tf.square(rows - x)) * scale + tf.cast(flag, tf.float32)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {x: [[1, 2], [3, 4]], ids: [0, 3], scale: 1, flag: True})[1])
    print(sess.run([train_op, loss], {x: np.ones((1, 2)), ids: np.array([2]), scale: np.float64(2), flag: 0 > 1})[1])
    print(sess.run(rows, {ids: np.array([1, 1], np.uint8)}))
    print(sess.run([train_op, loss], {x: ((1, 2),), ids: range(1), scale: 3, flag: np.bool_(False)})[1])
