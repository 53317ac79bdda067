# expect: safe compat
"""Initialisers in a group, and again through the method run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(49)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
out = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.AdagradOptimizer(0.2).minimize(loss)
mean, update = tf.metrics.mean(out, name='mean')
init_op = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
with tf.Session() as sess:
    sess.run(init_op)
    for i in range(6):
        bx = rng.rand(3, 2)
        sess.run([train_op, update], {x: bx})
        print(i, sess.run(mean))
        if i == 2:
            init_op.run()
