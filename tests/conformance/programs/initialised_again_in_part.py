# expect: wrapped, parity
"""An initialiser that is made in front of an optimizer, whose slots it leaves as they are in each fold."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
weights = tf.global_variables_initializer()
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for fold in range(2):
        sess.run(weights)
        for step in range(3):
            value, _ = sess.run([loss, train_op], {x: np.ones((2, 3))})
            print(fold, step, value)
