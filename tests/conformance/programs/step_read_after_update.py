# expect: safe compat
"""Control dependencies read the weights after the update, in the same run."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(44)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
before = tf.reduce_sum(w) + 0.0
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1)) + 0.0 * before
with tf.control_dependencies([before, loss]):
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.control_dependencies([train_op]):
    after = tf.reduce_sum(w.read_value()) * 1.0
    new_loss = tf.reduce_mean(tf.square(tf.matmul(x, w.read_value()) - 1))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        print(i, sess.run([loss, new_loss, after], {x: rng.rand(3, 2)}))
