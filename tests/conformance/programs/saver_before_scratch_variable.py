# expect: native, computes otherwise: a variable that no run needs is left out, which SES301 tells
"""A variable behind the saver, which no run needs, is not in the checkpoint: it is left out."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
scratch = tf.Variable(777)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
    saver.save(sess, path)
print(sorted(name for name, _ in tf.train.list_variables(path)))
