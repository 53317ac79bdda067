# expect: compat, parity
"""A hook saves by a saver that stands before the slots: it is called inside of a graph."""

import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
step = tf.train.get_or_create_global_step()
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
saver = tf.train.Saver()
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=step)
hook = tf.train.CheckpointSaverHook(folder, save_steps=2, saver=saver)
with tf.train.MonitoredTrainingSession(hooks=[hook]) as sess:
    for i in range(4):
        print(sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
print([n for n, _ in tf.train.list_variables(tf.train.latest_checkpoint(folder))])
