# expect: SES215
"""What starts the iterator is in a group with the variables."""

import numpy as np
import tensorflow as tf

iterator = tf.data.Dataset.from_tensor_slices(np.arange(8.0)).batch(4).make_initializable_iterator()
batch = iterator.get_next()
w = tf.get_variable('w', [], tf.float64, initializer=tf.constant_initializer(2.0))
total = tf.reduce_sum(batch) * w
start = tf.group(iterator.initializer, tf.global_variables_initializer())
with tf.Session() as sess:
    sess.run(start)
    print(sess.run(total))
