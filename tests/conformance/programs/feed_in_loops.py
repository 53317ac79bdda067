# expect: compat, parity
"""Keys that loops take from lists, dictionaries and the state of cells, to feed them one by one."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(6)
count = len([0, 1, 2])
xs = [tf.placeholder(tf.float32, [2, 3, 1]) for _ in range(count)]
more = {'goal': tf.placeholder(tf.float32, [2]), 'rate': tf.placeholder_with_default(0.1, [])}
cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.BasicLSTMCell(2) for _ in range(2)])
start = cell.zero_state(2, tf.float32)
with tf.variable_scope('net', initializer=tf.constant_initializer(0.2)):
    outputs, end = tf.nn.dynamic_rnn(cell, tf.add_n(xs), initial_state=start)
loss = tf.reduce_mean(tf.square(outputs[:, -1, 0] - more['goal']))
train_op = tf.train.GradientDescentOptimizer(more['rate']).minimize(loss)


def epoch(session, steps):
    state = session.run(start)
    for step in range(steps):
        values = [rng.rand(2, 3, 1) for _ in range(count)]
        feed = {}
        for i, (c, h) in enumerate(start):
            feed[c] = state[i].c
            feed[h] = state[i].h
        for x, value in zip(xs, values):
            feed[x] = value
        for name, key in more.items():
            if name == 'goal' or step:
                feed[key] = [0.3, 0.1] if name == 'goal' else 0.3
        state, _, value = session.run([end, train_op, loss], feed_dict=feed)
        again = dict(zip(xs, values))
        again[more['goal']] = [0.1, 0.2]
        print(step, value, state[1].h.sum(), session.run(loss, again))


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        epoch(sess, 2)
