# expect: lower
"""Which of two files a function is from shows when the program runs."""

import numpy as np
import tensorflow as tf

try:
    from fast import evaluate
except ImportError:
    from slow import evaluate

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_sum(tf.matmul(x, w))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(evaluate(sess, loss, x, np.ones([4, 3])))
