# expect: native, parity
"""The operation that starts the iterator runs by its own method."""

import numpy as np
import tensorflow as tf

iterator = tf.data.Dataset.from_tensor_slices(np.arange(8.0)).batch(4).make_initializable_iterator()
batch = iterator.get_next()
with tf.Session() as sess:
    iterator.initializer.run()
    print(sess.run(batch))
