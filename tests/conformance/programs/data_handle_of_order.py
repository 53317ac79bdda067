# expect: lower, not run: a fault: the handle of an iterator on another device
"""A run names an iterator whose seeded order starts anew, where a data set that is kept would go on."""

import numpy as np
import tensorflow as tf

x = np.arange(6, dtype=np.float32)
data = tf.data.Dataset.from_tensor_slices(x).shuffle(6, seed=2).batch(2)
handle = tf.placeholder(tf.string, shape=[])
with tf.device('/cpu:0'):
    rows = tf.data.Iterator.from_string_handle(handle, data.output_types, data.output_shapes).get_next()
kept = data.make_initializable_iterator()
total = tf.reduce_sum(rows)
with tf.Session() as sess:
    name = sess.run(kept.string_handle())
    for epoch in range(2):
        sess.run(kept.initializer)
        print([sess.run(total, {handle: name}) for _ in range(3)])
