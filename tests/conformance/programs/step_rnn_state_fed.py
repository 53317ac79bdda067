# expect: compat, parity
"""The state that a run gave is fed to the next, as in the PTB model."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
BATCH = 3
x = tf.placeholder(tf.float32, [BATCH, 4, 2])
y = tf.placeholder(tf.float32, [BATCH, 1])
cell = tf.contrib.rnn.BasicLSTMCell(3)
initial_state = cell.zero_state(BATCH, tf.float32)
with tf.variable_scope('RNN', initializer=tf.constant_initializer(0.1)):
    outputs, final_state = tf.nn.dynamic_rnn(cell, x, initial_state=initial_state)
    w = tf.get_variable('w', [3, 1])
cost = tf.reduce_mean(tf.square(tf.matmul(outputs[:, -1, :], w) - y))
tvars = tf.trainable_variables()
grads, _ = tf.clip_by_global_norm(tf.gradients(cost, tvars), 5)
train_op = tf.train.GradientDescentOptimizer(0.5).apply_gradients(zip(grads, tvars))

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    state = session.run(initial_state)
    for step in range(4):
        bx = rng.rand(BATCH, 4, 2)
        feed_dict = {x: bx, y: bx[:, :, 0].sum(1, keepdims=True), initial_state.c: state.c, initial_state.h: state.h}
        _, value, state = session.run([train_op, cost, final_state], feed_dict=feed_dict)
        print(step, value, state.h.sum())
