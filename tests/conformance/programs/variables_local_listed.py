# expect: SES253
"""The first local variable is a metric's, which a step makes; one of Python values would come before it."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
mean, update = tf.metrics.mean(x * w)
seen = tf.Variable(1.0, trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
total = tf.local_variables()[0] * 2.0 + seen
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w - 1.0))
with tf.Session() as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for _ in range(3):
        sess.run([train_op, update], {x: [1.0, 2.0]})
        print(sess.run([total, mean]))
