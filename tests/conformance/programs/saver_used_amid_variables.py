# expect: lower
"""The saver restores before the last part of the graph is built, which has a variable of its own."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
x = tf.placeholder(tf.float32, [None, 3])
hidden = tf.layers.dense(x, 2, kernel_initializer=tf.constant_initializer(0.3), name='hidden')
loss = tf.reduce_mean(tf.square(hidden - 1.0))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
saver = tf.train.Saver()
sess = tf.Session()
sess.run(tf.global_variables_initializer())
saver.save(sess, path)
saver.restore(sess, path)
root = tf.sqrt(loss) * tf.get_variable('scale', [], initializer=tf.ones_initializer())
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, root], {x: np.ones([2, 3])})[1])
