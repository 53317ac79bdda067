# expect: native, parity
"""One statement takes elements of two iterators; a run pulls only what it needs."""

import numpy as np
import tensorflow as tf

one = tf.data.Dataset.range(8).make_one_shot_iterator()
two = tf.data.Dataset.from_tensor_slices(np.arange(9.0)).make_initializable_iterator()
a, b = one.get_next(), two.get_next()
left = a * 10
right = b * 100.0
with tf.Session() as sess:
    sess.run(two.initializer)
    print(sess.run(left), sess.run(left), sess.run(right), sess.run([left, right]))
