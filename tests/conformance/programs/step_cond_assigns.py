# expect: safe compat
"""An assignment in one branch of a condition."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(45)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
best = tf.get_variable('best', [], initializer=tf.constant_initializer(100.0), trainable=False)
misses = tf.Variable(0, trainable=False, name='misses')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1))
train_op = tf.train.GradientDescentOptimizer(0.9).minimize(loss)
keep = tf.cond(loss < best, lambda: tf.group(tf.assign(best, loss), tf.assign(misses, 0)),
               lambda: tf.group(tf.assign_add(misses, 1)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        bx = rng.rand(3, 2)
        sess.run(keep, {x: bx})
        sess.run(train_op, {x: bx})
        print(i, sess.run(best), sess.run(misses))
