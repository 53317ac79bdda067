# expect: wrapped, parity
"""An array is fed and fetched: a session gives back that array itself, which is then changed in place."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(x * w - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
batch = np.zeros(2, np.float32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    kept = []
    for i in range(3):
        batch += i
        kept.append(sess.run([x, loss, train_op], {x: batch})[:2])
    print(kept)
