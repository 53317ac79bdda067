# expect: native, parity
"""An initialiser that is made behind all variables starts them anew in each fold."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
init = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
with tf.Session() as sess:
    for fold in range(2):
        sess.run(init)
        for step in range(3):
            value, _ = sess.run([loss, train_op], {x: np.ones((2, 3))})
            print(fold, step, value)
