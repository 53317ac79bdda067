# expect: native, parity
"""Conditions choose between sessions: one that trains, then one that goes on from a file, or anew."""

import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
mode = sys.argv[1] if len(sys.argv) > 1 else 'train'
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
init = tf.global_variables_initializer()
saver = tf.train.Saver()
batch = np.ones([2, 3])

if mode == 'train':
    with tf.Session() as sess:
        sess.run(init)
        for step in range(3):
            print(step, sess.run([train_op, loss], {x: batch}))
        saver.save(sess, os.path.join(folder, 'model'))
elif mode == 'tell':
    sess = tf.Session()
    sess.run(init)
    print(sess.run(loss, {x: batch}))
    sess.close()

if mode != 'tell':
    with tf.Session() as sess:
        if os.listdir(folder):
            try:
                saver.restore(sess, folder + '/')
            except ValueError:
                saver.restore(sess, os.path.join(folder, 'model'))
        else:
            sess.run(init)
        print(sess.run([train_op, loss], {x: batch}))
