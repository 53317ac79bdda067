# expect: native, parity
"""The saver is made between the variables and the last part of the graph that the training fetches."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(12)
x = tf.placeholder(tf.float32, [None, 3])
hidden = tf.layers.dense(x, 2, kernel_initializer=tf.constant_initializer(0.3), name='hidden')
loss = tf.reduce_mean(tf.square(hidden - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
# keeps two of them
saver = tf.train.Saver(max_to_keep=2)  # all variables are there
root = tf.sqrt(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, value, size = sess.run([train_op, loss, root], {x: rng.rand(4, 3)})
        print(i, value, size)
        saver.save(sess, path, global_step=i)
print([name for name, _ in tf.train.list_variables(path + '-3')])
