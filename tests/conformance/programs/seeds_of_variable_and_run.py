# expect: SES209
"""A seeded draw is the value that a variable begins with, and a part of each run."""

import tensorflow as tf

start = tf.random_normal([3, 1], seed=2)
w = tf.Variable(start, name='w')
gap = tf.reduce_sum(tf.abs(w - start))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for run in range(4):
        print(sess.run(gap))
