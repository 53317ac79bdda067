# expect: native, parity
"""The list has no slots of the optimizer, which is made behind it."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(70)
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('fc'):
    w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
    b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
chosen = [v for v in tf.global_variables() if v.op.name != 'fc/b']
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
saver = tf.train.Saver(chosen)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        bx = rng.rand(4, 3)
        print(step, sess.run([train_op, loss], {x: bx})[1])
    saver.save(sess, path)
print(sorted(name for name, _ in tf.train.list_variables(path)))
