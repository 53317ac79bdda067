# expect: safe native
"""A batch of the wrong shape is skipped: the session raises ValueError for it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(42)
x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for size in (4, 4, 3, 4, 2):
        try:
            _, value = sess.run([train_op, loss], feed_dict={x: rng.rand(size, 3)})
            print(value)
        except ValueError:
            print('skipped', size)
