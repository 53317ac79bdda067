# expect: safe native
"""A slot of the optimizer is looked at."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(39)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
opt = tf.train.MomentumOptimizer(0.1, 0.9)
train_op = opt.minimize(loss)
velocity = opt.get_slot(w, 'momentum')
speed = tf.norm(velocity)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(speed))
    for i in range(4):
        sess.run(train_op, feed_dict={x: rng.rand(4, 3)})
        print(i, sess.run(speed), sess.run(velocity).ravel())
