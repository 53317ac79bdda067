# expect: compat
"""A look at the graph belongs to the step of the update, which is put behind that of the mean by it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
mean, update = tf.metrics.mean(tf.reduce_sum(x))
with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    print([v.name for v in tf.local_variables()])
    print(sess.run(update, {x: np.ones([2, 3])}))
    print(sess.run(mean))
