# expect: native, parity
"""What is saved is put together of several lists, by names and shapes, under conditions and with jumps."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
with_bias = True
wanted = ['body', 'head']
rng = np.random.RandomState(75)
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('body'):
    w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
    b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
h = tf.layers.dense(tf.matmul(x, w) + b, 1, name='head', kernel_initializer=tf.constant_initializer(0.2))
loss = tf.reduce_mean(tf.square(h - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

weights = [v for v in tf.global_variables() if len(v.get_shape()) > 1]
chosen = tf.trainable_variables()
if with_bias:
    chosen = weights + [b]
by_part = {}
for part in wanted:
    for v in tf.global_variables():
        if 'Momentum' in v.op.name:
            continue
        if v.op.name.startswith(part):
            by_part['model/' + v.op.name] = v
saver = tf.train.Saver(chosen)
renaming = tf.train.Saver(by_part)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
        if step == 1:
            saver.save(sess, os.path.join(folder, 'chosen'))
            renaming.save(sess, os.path.join(folder, 'renamed'))
    saver.restore(sess, os.path.join(folder, 'chosen'))
    print(sess.run(loss, {x: rng.rand(4, 3)}))
    renaming.restore(sess, os.path.join(folder, 'renamed'))
    print(sess.run(loss, {x: rng.rand(4, 3)}))
for name in ('chosen', 'renamed'):
    print(sorted(tf.train.list_variables(os.path.join(folder, name))))
