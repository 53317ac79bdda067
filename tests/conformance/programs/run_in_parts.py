# expect: SES201
"""A run in two parts."""
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [3])
y = tf.placeholder(tf.float32, [3])
w = tf.get_variable('w', [3], initializer=tf.ones_initializer())
h = x * w
out = h + y
loss = tf.reduce_sum(tf.square(out))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        handle = sess.partial_run_setup([h, out], [x, y])
        first = sess.partial_run(handle, h, feed_dict={x: [1.0, 2.0, i]})
        print(sess.partial_run(handle, out, feed_dict={y: first * 2}))
        print(sess.run([train_op, loss], {x: [1, 2, i], y: [0, 0, 1]}))
