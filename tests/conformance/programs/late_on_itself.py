# expect: lower
"""Each turn of the loop adds to the graph that the turn before left."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
total = tf.reduce_sum(x)
with tf.Session() as sess:
    for k in range(3):
        total = total * 2.0
        print(sess.run(total, {x: np.ones(2)}))
