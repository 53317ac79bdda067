# expect: safe native
"""A variable without a name is saved, and no run needs it; the names of those behind it count it."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
x = tf.placeholder(tf.float32, [None, 3])
first = tf.Variable(np.full([3, 1], 0.5, np.float32))
spare = tf.Variable(1.0)
last = tf.Variable(2.0)
loss = tf.reduce_mean(tf.square(tf.matmul(x, first) - last))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: np.ones([2, 3])})[1])
    saver.save(sess, path)
print(sorted(name for name, _ in tf.train.list_variables(path)))
