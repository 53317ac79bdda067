# expect: lower
"""A shape of the graph decides, after a run, whether what ran is right."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.reduce_sum(x, axis=0)
with tf.Session() as sess:
    value = sess.run(y, {x: np.ones([2, 3])})
    assert value.shape[0] == y.shape.as_list()[0]
    print(value)
