# expect: native, parity
"""An LSTM over a sequence, the last output classified."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
x = tf.placeholder('float', [None, 5, 2])
y = tf.placeholder('float', [None, 1])
with tf.variable_scope('rnn', initializer=tf.constant_initializer(0.1)):
    cell = tf.nn.rnn_cell.BasicLSTMCell(3, forget_bias=1.0)
    outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
weights = tf.Variable(tf.constant(0.3, shape=[3, 1]), name='weights')
pred = tf.matmul(outputs[:, -1, :], weights)
cost = tf.reduce_mean(tf.square(pred - y))
optimizer = tf.train.AdamOptimizer(learning_rate=0.01).minimize(cost)
init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)
    for step in range(4):
        bx = rng.rand(6, 5, 2)
        by = bx.sum(axis=(1, 2)).reshape(-1, 1)
        sess.run(optimizer, feed_dict={x: bx, y: by})
        c = sess.run(cost, feed_dict={x: bx, y: by})
        print("Iter " + str(step) + ", cost= {:.6f}".format(c))
