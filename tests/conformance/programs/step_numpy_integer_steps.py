# expect: native, parity
"""The global step, fetched, is an integer of NumPy: it indexes, names files and counts."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(79)
names = ['a', 'b', 'c', 'd', 'e']
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
gs = tf.train.create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.FtrlOptimizer(0.1).minimize(loss, global_step=gs)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(train_op, {x: rng.rand(4, 3)})
        step = sess.run(gs)
        print(names[step], 'model-%d' % step, step.dtype, step % 2 == 0, np.arange(step), sess.run(loss, {x: np.ones((1, 3))}))
