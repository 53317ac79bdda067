# expect: lower
"""An update is built inside the training loop."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(72)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
opt = tf.train.GradientDescentOptimizer(0.1)
train_op = opt.minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train_op, {x: rng.rand(4, 3)})
        sess.run(tf.assign(w, w * (1.0 - 0.1 * i)))
        print(i, sess.run(tf.reduce_sum(w)))
