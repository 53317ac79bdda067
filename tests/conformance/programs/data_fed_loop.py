# expect: lower
"""Data sets in a loop, each of a placeholder of its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

pulled, starts = [], []
for index in range(2):
    rows = tf.placeholder(tf.float32, [None, 3])
    data = tf.data.Dataset.from_tensor_slices(rows).batch(index + 1)
    iterator = data.make_initializable_iterator()
    starts.append((iterator.initializer, rows))
    pulled.append(iterator.get_next())
total = tf.reduce_sum(pulled[0]) + tf.reduce_sum(pulled[1])
with tf.Session() as sess:
    for start, rows in starts:
        sess.run(start, {rows: x})
    print(sess.run(total))
