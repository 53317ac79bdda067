# expect: SES218
"""A loop under a condition fills the list: it cannot stand in a new block by itself."""

import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), 'model')
rng = np.random.RandomState(73)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
b = tf.get_variable('b', [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for turn in range(2):
        print(turn, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
        if turn == 0:
            saver.save(sess, path)
        else:
            chosen = []
            for v in tf.global_variables():
                if v.op.name != 'b':
                    chosen.append(v)
            loader = tf.train.Saver(chosen)
            loader.restore(sess, path)
        print(turn, sess.run(loss, {x: rng.rand(4, 3)}))
