# expect: native, parity
"""A placeholder that the data set and the model are fed, each at its time."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

scale = tf.placeholder(tf.float32, [])
rows = tf.placeholder(tf.float32, [None, 3])
iterator = tf.data.Dataset.from_tensor_slices(rows).map(lambda row: row * scale).batch(2).make_initializable_iterator()
batch = iterator.get_next()
product = tf.reduce_sum(batch) / scale
with tf.Session() as sess:
    sess.run(iterator.initializer, {scale: 3.0, rows: x})
    for step in range(3):
        print(sess.run(product, {scale: 2.0 + step}))
