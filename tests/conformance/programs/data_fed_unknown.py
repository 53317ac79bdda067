# expect: lower
"""The elements of a data set that is initialised are pulled by what is made of it later."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(7, 3).astype(np.float32)
y = x.sum(axis=1, keepdims=True)

rows = tf.placeholder(tf.float32, [None, 3])
data = tf.data.Dataset.from_tensor_slices(rows).batch(2)
iterator = data.make_initializable_iterator()
tf.add_to_collection('starts', iterator.initializer)
total = tf.reduce_sum(iterator.get_next())
with tf.Session() as sess:
    sess.run(tf.get_collection('starts'), {rows: x})
    print(sess.run(total))
