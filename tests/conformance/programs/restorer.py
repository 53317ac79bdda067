# expect: native MirroredStrategy, parity
"""Towers go on from a checkpoint, read by a function that is made for some of the variables."""
import os
import tempfile

import numpy as np
import tensorflow as tf
import tensorflow.contrib.slim as slim

GPUS = 3
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'model.ckpt')

x = tf.placeholder(tf.float32, [6, 4])
step = tf.get_variable('step', [], tf.int32, tf.zeros_initializer(), trainable=False)
optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
tower_grads = []
for i, part in enumerate(tf.split(x, GPUS)):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0):
        w = tf.get_variable('w', [4, 1])
        b = tf.get_variable('b', [1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(part, w) + b))
        tower_grads.append(optimizer.compute_gradients(loss))
averaged = []
for pairs in zip(*tower_grads):
    averaged.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
train_op = optimizer.apply_gradients(averaged, global_step=step)

saver = tf.train.Saver()
restore_all = None
if path:
    # The slots of the optimizer stay as they are.
    restore_all = slim.assign_from_checkpoint_fn(path, slim.get_trainable_variables())
restore_weights = slim.assign_from_checkpoint_fn(
    path, [v for v in tf.trainable_variables() if v.op.name.endswith('w')], reshape_variables=True)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for turn in range(6):
        _, value, count = sess.run([train_op, loss, step], {x: np.full((6, 4), turn, np.float32)})
        print(count, value)
        if turn == 0:
            saver.save(sess, path)
        elif turn == 2:
            restore_weights(sess)
        elif turn == 4 and restore_all is not None:
            restore_all(sess)
