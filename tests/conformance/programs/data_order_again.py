# expect: native, parity
"""A seeded order, the same whenever the iterator starts: nothing is fed."""

import numpy as np
import tensorflow as tf


def rows(count):
    return tf.data.Dataset.from_tensor_slices(np.arange(count)).shuffle(count, seed=11)


data = rows(6)
data = data.batch(3)
iterator = data.make_initializable_iterator()
batch = iterator.get_next()
other = tf.data.Dataset.range(5).shuffle(5, 7).make_initializable_iterator()
number = other.get_next()
with tf.Session() as sess:
    for turn in range(3):
        sess.run([iterator.initializer, other.initializer])
        print(turn, sess.run(batch), sess.run(batch), [sess.run(number) for _ in range(5)])
