# expect: compat, parity
"""The function that is imported is one of two, as its file chooses; both update a variable in secret."""

import numpy as np
import tensorflow as tf

from counters import counted

x = tf.placeholder(tf.float32, [None])
total = counted(tf.reduce_sum(x))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run(total, {x: np.arange(3) + i}))
