# expect: native, parity
"""What is restored is chosen where it is restored, under a condition, from the variables of the whole graph."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
pretrained, path = os.path.join(folder, 'pretrained'), os.path.join(folder, 'model')
rng = np.random.RandomState(71)
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('body'):
    w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
with tf.variable_scope('head'):
    h = tf.get_variable('h', [2, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w), h) - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    for turn in range(3):
        sess.run(tf.global_variables_initializer())
        # The newest state, or what was trained before, or nothing.
        if tf.train.checkpoint_exists(path):
            saver.restore(sess, path)
        elif turn == 1:
            variables = tf.global_variables()  # slots, too
            chosen = [v for v in variables  # but not the head's
                      if 'Momentum' not in v.name and not v.op.name.startswith('head')]
            loader = tf.train.Saver(chosen, max_to_keep=10)
            loader.restore(sess, pretrained)
        else:
            print('from scratch')
        for step in range(3):
            print(turn, step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
        if turn == 0:
            saver.save(sess, pretrained)
        else:
            saver.save(sess, path)
print([name for name, _ in tf.train.list_variables(path)])
