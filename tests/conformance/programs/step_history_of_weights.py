# expect: compat, parity
"""Weights and inputs that were fetched earlier must not change when the program goes on."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [64, 8])
same = tf.identity(x)
w = tf.get_variable('w', [8, 1], initializer=tf.constant_initializer(0.1))
last = tf.get_variable('last', [64, 8], initializer=tf.zeros_initializer(), trainable=False)
remember = tf.assign(last, x)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
# Off the alignment at which the graph's session would have kept this memory in `last`, now and then.
buffer = np.zeros(1 + 64 * 8, np.float32)[1:].reshape(64, 8)
weights, inputs = [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        buffer[:] = (i + 1) / 8.0
        sess.run(train_op, feed_dict={x: buffer})
        weights.append(sess.run(w))
        inputs.append(sess.run(same, feed_dict={x: buffer}))
        sess.run(remember.op, feed_dict={x: buffer})
        buffer[:] = -1
        print(sess.run(last).sum(), sess.run(loss, feed_dict={x: buffer}))
print([float(one.sum()) for one in weights], [float(one[0, 0]) for one in inputs])
