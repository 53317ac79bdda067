# expect: compat, parity
"""All names of another file are imported; one of its functions hides an update that nothing fetches."""

import numpy as np
import tensorflow as tf
from counters import *

x = tf.placeholder(tf.float32, [None])
total = counted_sum(x)
w = tf.get_variable('w', [], initializer=tf.ones_initializer())
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(total * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([total, train_op], {x: np.arange(3) + i})[0])
