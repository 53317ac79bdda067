# expect: safe compat
"""An assertion waits before the training, and its failure is caught; the evaluation does not assert."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(43)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1], initializer=tf.constant_initializer(0.1))
check = tf.assert_less(tf.reduce_max(x), 0.9)
with tf.control_dependencies([check]):
    safe = tf.identity(x)
loss = tf.reduce_mean(tf.square(tf.matmul(safe, w) - 1))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
out = tf.matmul(x, w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        bx = rng.rand(3, 2)
        try:
            print(sess.run([train_op, loss], {x: bx})[1])
        except tf.errors.InvalidArgumentError as error:
            print('too large', bx.max(), 'condition' in str(error).lower())
        print(sess.run(out, {x: bx}).sum())
