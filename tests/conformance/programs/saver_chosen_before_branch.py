# expect: native, parity
"""What is restored is chosen before the session, and its saver is made where it restores; one inline."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(72)
x = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('body'):
    w = tf.get_variable('w', [3, 2], initializer=tf.constant_initializer(0.1))
with tf.variable_scope('head'):
    h = tf.get_variable('h', [2, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w), h) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
of_body = [v for v in tf.trainable_variables() if v.name.startswith('body')]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for turn in range(3):
        for step in range(2):
            print(turn, step, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
        if turn == 0:
            saver = tf.train.Saver([v for v in tf.global_variables() if 'Adam' not in v.name])
            saver.save(sess, path)
        else:
            loader = tf.train.Saver(of_body)
            loader.restore(sess, path)
print([name for name, _ in tf.train.list_variables(path)])
