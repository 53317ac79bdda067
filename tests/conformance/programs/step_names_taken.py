# expect: native, parity
"""The program has names that a rewriter might want."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(26)
variables = ['not', 'a', 'store']
strategy = 'greedy'
train_step = 0
traced = None
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for compute_loss in range(3):
        bx = rng.rand(4, 3)
        _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        train_step += 1
        print(compute_loss, train_step, value, sess.run(loss, {x: bx, y: bx.sum(1, keepdims=True)}))
print(variables, strategy, traced)
