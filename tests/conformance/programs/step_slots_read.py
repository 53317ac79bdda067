# expect: safe compat
"""The slots of an optimizer are there once it was applied: runs that read them alone find them, too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(72)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.5))
global_step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
optimizer = tf.train.MomentumOptimizer(tf.train.exponential_decay(0.1, global_step, 2, 0.9), 0.9)
first = optimizer.minimize(loss, global_step)
second = optimizer.minimize(tf.reduce_mean(tf.abs(tf.matmul(x, w))), global_step)
size = tf.add_n([tf.nn.l2_loss(optimizer.get_slot(w, name)) for name in optimizer.get_slot_names()] + [0.0])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(first, {x: rng.rand(3, 2)})
        sess.run(second, {x: rng.rand(3, 2)})
        print(i, sess.run(size), sess.run(optimizer.get_slot(w, 'momentum')))
