# expect: wrapped
"""Slots are asked for in a run of its own, while what is fetched with the update is only known behind it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
train_op = optimizer.minimize(loss)
slots = [optimizer.get_slot(w, name) for name in optimizer.get_slot_names()]
momenta = tf.add_n([tf.nn.l2_loss(one) for one in slots] + [tf.constant(0.0)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    fetches = [train_op]
    more = fetches
    more.append(loss)
    rng = np.random.RandomState(0)
    for step in range(3):
        batch = rng.rand(4, 3)
        print(step, sess.run(fetches, {x: batch})[-1])
    print('momenta', sess.run(momenta))
