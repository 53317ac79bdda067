# expect: safe compat
"""The weights of a cell are there once it is unrolled: runs that read them alone find them, too."""

import numpy as np
import tensorflow as tf


def size_of(unrolled):
    return tf.add_n([tf.nn.l2_loss(v) for v in unrolled.trainable_weights] + [0.0])


rng = np.random.RandomState(71)
x = tf.placeholder(tf.float32, [None, 4, 2])
cell = tf.nn.rnn_cell.BasicLSTMCell(3)
with tf.variable_scope('net', initializer=tf.constant_initializer(0.2)):
    outputs, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
loss = tf.reduce_mean(tf.square(outputs[:, -1] - 0.5))
size = size_of(cell)
decay = 0.1 * sum(tf.nn.l2_loss(v) for v in cell.trainable_variables)
train_op = tf.train.AdamOptimizer(0.02).minimize(loss + decay)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        sess.run(train_op, {x: rng.rand(3, 4, 2)})
        print(i, sess.run(size), sess.run(decay))
    print([v.shape for v in sess.run(cell.variables)])
