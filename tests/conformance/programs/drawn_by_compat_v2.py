# expect: SES209
"""A function that draws by the TF 2 name of an operation, with a seed, for two runs."""

import tensorflow as tf


def noise(x):
    return tf.compat.v2.random.normal([2], seed=3) * x


w = tf.get_variable("w", [2], initializer=tf.constant_initializer(1.0))
loss = tf.reduce_sum(noise(w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([train_op, loss]))
        print(sess.run(loss))
