# expect: compat, parity
"""A decoder of the first seq2seq, whose state is fed with what the last run gave, part by part."""

import numpy as np
import tensorflow as tf
from tensorflow.contrib import legacy_seq2seq

rng = np.random.RandomState(13)
x = tf.placeholder(tf.int32, [2, 3])
y = tf.placeholder(tf.int32, [2, 3])
cell = tf.contrib.rnn.MultiRNNCell([tf.contrib.rnn.GRUCell(4) for _ in range(2)])
start = cell.zero_state(2, tf.float32)
embedding = tf.get_variable('embedding', [5, 4])
parts = [tf.squeeze(one, [1]) for one in tf.split(tf.nn.embedding_lookup(embedding, x), 3, 1)]
outputs, end = legacy_seq2seq.rnn_decoder(parts, start, cell, scope='decoder')
logits = tf.layers.dense(tf.reshape(tf.concat(outputs, 1), [-1, 4]), 5)
loss = legacy_seq2seq.sequence_loss_by_example([logits], [tf.reshape(y, [-1])], [tf.ones([6])])
cost = tf.reduce_sum(loss) / 6.0
train_op = tf.train.AdamOptimizer(0.05).minimize(cost)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    state = sess.run(start)
    for step in range(3):
        rows = rng.randint(0, 5, [2, 4])
        feed = {x: rows[:, :-1], y: rows[:, 1:]}
        for key, value in zip(start, state):
            feed[key] = value
        _, state, value = sess.run([train_op, end, cost], feed)
        print(step, value)
