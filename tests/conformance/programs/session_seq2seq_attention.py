# expect: compat, parity
"""An encoder, and a decoder with attention that is trained and then run greedily."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
TOKENS, UNITS = 6, 4
source = tf.placeholder(tf.int32, [None, None])
source_length = tf.placeholder(tf.int32, [None])
target = tf.placeholder(tf.int32, [None, None])
target_length = tf.placeholder(tf.int32, [None])
with tf.variable_scope('model', initializer=tf.constant_initializer(0.1)):
    embedding = tf.get_variable('embedding', [TOKENS, 3])
    outputs, state = tf.nn.dynamic_rnn(
        tf.nn.rnn_cell.GRUCell(UNITS), tf.nn.embedding_lookup(embedding, source), source_length, dtype=tf.float32)
    attention = tf.contrib.seq2seq.BahdanauAttention(UNITS, outputs, source_length)
    cell = tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(UNITS), attention, attention_layer_size=UNITS)
    start = cell.zero_state(tf.shape(source)[0], tf.float32).clone(cell_state=state)
    project = tf.layers.Dense(TOKENS, use_bias=False)
    helper = tf.contrib.seq2seq.TrainingHelper(tf.nn.embedding_lookup(embedding, target), target_length)
    decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, start, project)
    trained, _, _ = tf.contrib.seq2seq.dynamic_decode(decoder, scope='decoder')
weights = tf.sequence_mask(target_length, dtype=tf.float32)
loss = tf.contrib.seq2seq.sequence_loss(trained.rnn_output, target, weights)
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
with tf.variable_scope('model', reuse=True):
    helper = tf.contrib.seq2seq.GreedyEmbeddingHelper(embedding, tf.fill([tf.shape(source)[0]], 1), 0)
    decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, start, project)
    greedy, _, lengths = tf.contrib.seq2seq.dynamic_decode(decoder, maximum_iterations=5, scope='decoder')

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        sizes = np.array([4, 2, 3])
        feed = {source: rng.randint(0, TOKENS, (3, 4)), source_length: sizes,
                target: rng.randint(0, TOKENS, (3, 4)), target_length: sizes}
        _, value = sess.run([train_op, loss], feed_dict=feed)
        ids, ends = sess.run([greedy.sample_id, lengths], feed_dict=feed)
        print(step, value, ids.tolist(), ends.tolist())
