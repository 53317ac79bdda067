# expect: lower
"""A function of another file keeps what it is handed, and another one runs that later."""

import numpy as np
import tensorflow as tf

import checks

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_sum(tf.matmul(x, w))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(checks.evaluate(sess, loss, x, np.ones([4, 3])))
    print(checks.again(np.zeros([4, 3])))
