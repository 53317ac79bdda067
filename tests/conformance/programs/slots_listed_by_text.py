# expect: safe wrapped
"""A text tells the function that lists variables: it may be any."""

import tensorflow as tf

ASKED = "global_variables"
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
total = tf.add_n([tf.reduce_sum(one) for one in getattr(tf.compat.v1, ASKED)()])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run(total))
