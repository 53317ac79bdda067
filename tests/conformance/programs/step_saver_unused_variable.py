# expect: safe native
"""A variable that no run needs is saved with the others."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(51)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
version = tf.Variable(7, trainable=False, name='version')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3)})
        print(i, value)
    print(os.path.basename(saver.save(sess, path)))
for name, shape in tf.train.list_variables(path):
    print(name, shape)
print(tf.train.load_variable(path, 'version'))
