# expect: compat
"""The optimizer's memory is set to zero in the middle, found among all variables by its name."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(30)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
forget = tf.group(*[v.assign(tf.zeros_like(v)) for v in tf.global_variables() if 'Momentum' in v.name])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        if i == 3:
            sess.run(forget)
        bx = rng.rand(4, 3)
        print(i, sess.run([loss, train_op], {x: bx, y: bx.sum(1, keepdims=True)})[0])
