# expect: lower
"""One name for two data sets of placeholders."""

import sys

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

rows = tf.placeholder(tf.float32, [None, 3])
if len(sys.argv) > 5:
    data = tf.data.Dataset.from_tensor_slices(rows).batch(2)
else:
    data = tf.data.Dataset.from_tensors(rows)
iterator = data.make_initializable_iterator()
total = tf.reduce_sum(iterator.get_next())
with tf.Session() as sess:
    sess.run(iterator.initializer, {rows: x})
    print(sess.run(total))
