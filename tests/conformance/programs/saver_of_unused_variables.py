# expect: native, parity
"""No run needs the version and the author; the checkpoint has them all the same."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(13)
version = tf.get_variable('version', [], tf.int32, initializer=tf.constant_initializer(7), trainable=False)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
author = tf.Variable('me', trainable=False, name='author')
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
    print(os.path.basename(saver.save(sess, path)))
print(sorted(name for name, _ in tf.train.list_variables(path)))
print(tf.train.load_variable(path, 'version'), tf.train.load_variable(path, 'author'))
