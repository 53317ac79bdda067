# expect: lower
"""A function of another file fetches and feeds more than it is handed: names that are others there."""

import numpy as np
import tensorflow as tf

from checks import evaluate

scale = 'tail'
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
heads = {'head': tf.reduce_sum(tf.matmul(x, w)), 'tail': tf.reduce_sum(x)}

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(evaluate(sess, heads, x, np.ones([4, 3])))
