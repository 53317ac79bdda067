# expect: lower
"""A value that is computed once for two iterators that are initialised at once."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

rows = tf.placeholder(tf.float32, [None, 3])
data = tf.data.Dataset.from_tensor_slices(rows)
one = data.batch(2).make_initializable_iterator()
two = data.batch(3).make_initializable_iterator()
total = tf.reduce_sum(one.get_next()) + tf.reduce_sum(two.get_next())
with tf.Session() as sess:
    sess.run([one.initializer, two.initializer], {rows: rng.rand(4, 3)})
    print(sess.run(total))
