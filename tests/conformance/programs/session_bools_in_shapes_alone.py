# expect: native
"""A placeholder of which a bool is a size, in a program without variables."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, True])
y = tf.reduce_sum(x * x)
with tf.Session() as sess:
    for i in range(3):
        print(sess.run(y, {x: np.ones([i + 1, 1])}))
