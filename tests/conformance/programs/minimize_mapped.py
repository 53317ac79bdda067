# expect: safe wrapped
"""A library calls an optimizer's method for each loss; a run fetches the list of updates."""

import tensorflow as tf

v = tf.get_variable("v", [2], initializer=tf.ones_initializer())
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
losses = [tf.reduce_sum(tf.square(v - 3.0)), tf.reduce_sum(tf.square(w - 2.0))]
train = list(map(tf.train.GradientDescentOptimizer(0.1).minimize, losses))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
        print(sess.run(losses))
