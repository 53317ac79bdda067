# expect: safe native
"""The best weights so far come back whenever the loss has grown."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'best')
rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', initializer=np.array([0.5, -0.5], np.float32))
pred = tf.reduce_sum(x * w, 1)
loss = tf.reduce_mean(tf.square(pred - y))
train = tf.train.GradientDescentOptimizer(1.1).minimize(loss)
saver = tf.train.Saver()
best = np.inf
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        bx = rng.randn(5, 2)
        fd = {x: bx, y: bx[:, 0] - bx[:, 1]}
        sess.run(train, fd)
        now = sess.run(loss, fd)
        if now < best:
            best = now
            saver.save(sess, path)
        else:
            saver.restore(sess, path)
        print(i, now, sess.run(w))
