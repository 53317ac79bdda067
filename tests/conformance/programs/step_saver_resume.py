# expect: native, parity
"""Saved after each epoch, and restored in a second session that goes on training."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
rng = np.random.RandomState(6)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(np.full((3, 1), 0.2, np.float32), name='w')
b = tf.Variable(tf.zeros([1]), name='b')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
saver = tf.train.Saver(max_to_keep=2)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(4):
        bx = rng.rand(8, 3)
        _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        saver.save(sess, os.path.join(folder, 'model.ckpt'), global_step=epoch)
        print(epoch, value)
print(sorted(name for name in os.listdir(folder) if name.endswith('.index')))

with tf.Session() as sess:
    saver.restore(sess, os.path.join(folder, 'model.ckpt-2'))
    for epoch in range(2):
        bx = rng.rand(8, 3)
        _, value = sess.run([train_op, loss], {x: bx, y: bx.sum(1, keepdims=True)})
        print(epoch, value)
