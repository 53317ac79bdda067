# expect: safe compat
"""Two independent models are updated by one run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(16)
x = tf.placeholder(tf.float32, [None, 2])
a = tf.get_variable('a', [2, 1], initializer=tf.constant_initializer(0.3))
b = tf.get_variable('b', [2, 1], initializer=tf.constant_initializer(-0.3))
loss_a = tf.reduce_mean(tf.square(tf.matmul(x, a) - 1))
loss_b = tf.reduce_mean(tf.square(tf.matmul(x, b) + 1))
train_a = tf.train.AdamOptimizer(0.01).minimize(loss_a, var_list=[a])
train_b = tf.train.AdamOptimizer(0.02).minimize(loss_b, var_list=[b])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        _, _, la, lb = sess.run([train_a, train_b, loss_a, loss_b], feed_dict={x: rng.rand(4, 2)})
        print(step, la, lb)
