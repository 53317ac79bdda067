# expect: SES203, references: what is fed for a variable is its value in the run
"""Values are fed in the place of variables, one after another."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
b = tf.get_variable('b', [1])
total = tf.reduce_sum(tf.matmul(x, w) + b)
both = tf.trainable_variables()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    values = sess.run([w, b])
    feed = {x: np.ones([2, 2])}
    for variable, value in zip(both, values):
        feed[variable] = value + 1.0
    print(sess.run(total, feed))
