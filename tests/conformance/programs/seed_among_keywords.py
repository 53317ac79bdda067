# expect: safe wrapped
"""A dictionary of keywords has the seed of an operation that two runs draw from."""

import tensorflow as tf

OPTIONS = {"seed": 3}
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
noise = tf.random_uniform([2], **OPTIONS)
loss = tf.reduce_sum(tf.square(w - 3.0)) + tf.reduce_sum(noise * w)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(noise))
        print(sess.run([train, loss])[1])
