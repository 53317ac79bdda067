# expect: lower
"""The handle of an iterator is fetched beside what another one gives."""

import numpy as np
import tensorflow as tf

x = np.arange(6, dtype=np.float32)
data = tf.data.Dataset.from_tensor_slices(x).batch(2).repeat()
one = data.make_one_shot_iterator()
total = tf.reduce_sum(one.get_next())
with tf.Session() as sess:
    for step in range(2):
        print(len(sess.run([one.string_handle(), total])))
