# expect: wrapped, parity
"""A session is run once more behind the `with` that has closed it: that raises an error."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run([train_op, loss], {x: np.eye(2) + i})[1])
try:
    print(sess.run(loss, {x: np.eye(2)}))
except RuntimeError:
    print('closed')
