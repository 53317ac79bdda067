# expect: native, parity
"""The saver is made before the optimizer, whose slots are not saved."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(52)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
saver = tf.train.Saver()
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        if i == 1:
            saver.save(sess, path, write_meta_graph=False)
        if i == 3:
            saver.restore(sess, path)
        print(i, value)
print([name for name, _ in tf.train.list_variables(path)])
