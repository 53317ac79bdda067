# expect: lower
"""A second session restores what was saved a while ago, while the first one goes on."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
update = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(4):
    sess.run(update, {x: np.ones([2, 3])})
    if step % 2 == 0:
        path = saver.save(sess, os.path.join(folder, 'model'))
    with tf.Session() as other:
        saver.restore(other, path)
        print(other.run(loss, {x: np.ones([2, 3])}), sess.run(loss, {x: np.ones([2, 3])}))
