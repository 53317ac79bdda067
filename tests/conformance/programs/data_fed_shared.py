# expect: native, parity
"""Two iterators over what is described once, each initialised with data of its own."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

rows = tf.placeholder(tf.float32, [None, 3])
base = tf.data.Dataset.from_tensor_slices(rows)
batches = base.batch(2)
one = base.make_initializable_iterator()
two = batches.make_initializable_iterator()
row, batch = one.get_next(), two.get_next()
norm = tf.reduce_sum(tf.square(row))
mean = tf.reduce_mean(batch)
with tf.Session() as sess:
    sess.run(one.initializer, {rows: x})
    sess.run(two.initializer, {rows: x[3:]})
    print(sess.run(norm), sess.run(mean), sess.run(mean))
    again = y.repeat(3, 1)
    sess.run([one.initializer, two.initializer], {rows: again})
    print(sess.run(norm))
