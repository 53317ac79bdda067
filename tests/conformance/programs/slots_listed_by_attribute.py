# expect: compat
"""An attribute, and a text, tell the function that lists variables, among which are an optimizer's."""

import tensorflow as tf


class Lists:
    every = staticmethod(tf.global_variables)


w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w - 3.0))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
total = tf.add_n([tf.reduce_sum(one) for one in Lists.every()])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train, loss])[1])
    print(sess.run(total))
