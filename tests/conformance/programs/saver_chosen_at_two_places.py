# expect: SES218
"""One list of variables is asked for in front of the slots, and one behind them: a saver is told of both."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model.ckpt')
rng = np.random.RandomState(74)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
before = [v for v in tf.global_variables() if 'b' not in v.name]
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
behind = [v for v in tf.global_variables() if 'Momentum' in v.name]
saver = tf.train.Saver(before + behind)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
    saver.save(sess, path)
print(sorted(name for name, _ in tf.train.list_variables(path)))
