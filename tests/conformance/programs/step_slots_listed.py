# expect: safe compat
"""All variables are read, slots among them: that runs no update."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(.5))
loss = tf.reduce_mean((tf.matmul(x, w) - 1.) ** 2)
train = tf.train.MomentumOptimizer(.1, .9).minimize(loss)
size = loss + tf.add_n([tf.nn.l2_loss(v) for v in tf.global_variables()])
X = np.random.RandomState(0).randn(6, 2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(size, {x: X}), sess.run(loss, {x: X}))
        sess.run(train, {x: X})
