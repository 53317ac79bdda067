# expect: safe compat
"""Several cells, sequence lengths, and a state that is carried by feeding it as one tensor."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(70)
x = tf.placeholder(tf.float32, [None, 4, 2])
lengths = tf.placeholder(tf.int32, [None])
init = tf.placeholder(tf.float32, [None, 3])
with tf.variable_scope('net', initializer=tf.constant_initializer(0.2)):
    cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(3) for _ in range(2)])
    outputs, (first, last) = tf.nn.dynamic_rnn(cell, x, sequence_length=lengths, initial_state=(init, init))
    score = tf.layers.dense(last, 1, kernel_initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(score - 1.0))
train_op = tf.train.AdamOptimizer(0.02).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    state = np.zeros((3, 3))
    for i in range(3):
        feed = {x: rng.rand(3, 4, 2), lengths: [4, 2, 3], init: state}
        _, value, state = sess.run([train_op, loss, last], feed)
        print(i, value, state.sum())
