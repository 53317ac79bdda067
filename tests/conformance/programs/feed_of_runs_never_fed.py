# expect: SES210
"""What runs give is kept in a dictionary by the tensors, and fed to none."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
value = tf.reduce_sum(x, 1)
with tf.Session() as sess:
    found = {x: np.ones([2, 2]), value: sess.run(value, {x: np.ones([2, 2])})}
