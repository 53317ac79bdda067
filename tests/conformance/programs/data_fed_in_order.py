# expect: native, parity
"""Values that are computed in the order in which they are fed, and of another type."""

import numpy as np
import tensorflow as tf

asked = []


def take(count):
    asked.append(count)
    return np.arange(count) + len(asked)


left = tf.placeholder(tf.float32, [None], name='left')
right = tf.placeholder(tf.int32, [None], name='right')
dataset = 'not yet'
iterator = tf.data.Dataset.zip((
    tf.data.Dataset.from_tensor_slices(left),
    tf.data.Dataset.from_tensor_slices(right),
)).make_initializable_iterator()
a, b = iterator.get_next()
total = a + tf.cast(b, tf.float32)
with tf.Session() as sess:
    for _ in range(2):
        sess.run(iterator.initializer, {right: take(4), left: take(3)})
        print(dataset, asked, [sess.run(total) for _ in range(3)])
