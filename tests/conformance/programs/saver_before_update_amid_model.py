# expect: SES217
"""An update stands before the saver and a variable behind it, which a step makes before it updates."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(54)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
saver = tf.train.Saver()
v = tf.get_variable('v', [], initializer=tf.constant_initializer(2.0))
scaled = loss * v
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        print(i, sess.run([train_op, scaled], {x: rng.rand(4, 3)})[1])
    saver.save(sess, path)
print([name for name, _ in tf.train.list_variables(path)])
