# expect: native, parity
"""A function that the data set maps has a condition on a tensor."""

import numpy as np
import tensorflow as tf

rows = tf.placeholder(tf.float32, [None])


def above(value):
    if value > 2:
        value = value * 10
    return value


data = tf.data.Dataset.from_tensor_slices(rows).map(above)
iterator = data.make_initializable_iterator()
element = iterator.get_next()
with tf.Session() as sess:
    sess.run(iterator.initializer, {rows: [1, 2, 3, 4]})
    print([sess.run(element) for _ in range(4)])
