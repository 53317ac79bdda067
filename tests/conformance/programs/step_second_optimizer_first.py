# expect: safe compat
"""Two Adam optimizers over the same weights; the one that was made later runs first."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(35)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
slow = tf.train.AdamOptimizer(0.001).minimize(loss)
fast = tf.train.AdamOptimizer(0.1, beta1=0.5).minimize(tf.reduce_mean(tf.abs(tf.matmul(x, w) - y)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        bx = rng.rand(4, 3)
        sess.run(fast, {x: bx, y: bx.sum(1, keepdims=True)})
    for i in range(3):
        bx = rng.rand(4, 3)
        _, v = sess.run([slow, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        print(i, v)
    print(sess.run(w).ravel())
