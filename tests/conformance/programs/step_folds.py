# expect: safe native
"""One graph, a session for each fold, initialised each time: nothing is left of the fold before."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(46)
X = rng.rand(12, 3).astype(np.float32)
Y = X.sum(1, keepdims=True)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
steps = tf.Variable(0, name='steps', trainable=False)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=steps)
init = tf.global_variables_initializer()
for fold in range(3):
    held = np.arange(12) % 3 == fold
    with tf.Session() as sess:
        sess.run(init)
        for i in range(3):
            sess.run(train_op, {x: X[~held], y: Y[~held]})
        print(fold, sess.run(loss, {x: X[held], y: Y[held]}), sess.run(steps))
