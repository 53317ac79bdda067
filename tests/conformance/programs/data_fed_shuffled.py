# expect: native, parity
"""Elements in a seeded order, the same whenever the iterator starts."""

import numpy as np
import tensorflow as tf

values = tf.placeholder(tf.float32, [None])
buffer = tf.placeholder(tf.int64, shape=[])
data = tf.data.Dataset.from_tensor_slices(values).shuffle(buffer, seed=3).repeat(2).batch(4)
iterator = data.make_initializable_iterator()
batch = iterator.get_next()
with tf.Session() as sess:
    for turn in range(3):
        sess.run(iterator.initializer, feed_dict={values: np.arange(6), buffer: 4})
        for _ in range(3):
            print(turn, sess.run(batch))
