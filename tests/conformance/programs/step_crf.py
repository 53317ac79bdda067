# expect: compat, parity
"""A tagger with a conditional random field, decoded by NumPy and in the graph."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
TAGS = 3
words = tf.placeholder(tf.float32, [None, None, 4], name='words')
tags = tf.placeholder(tf.int32, [None, None], name='tags')
lengths = tf.placeholder(tf.int32, [None], name='lengths')
with tf.variable_scope('proj', initializer=tf.constant_initializer(0.1)):
    w = tf.get_variable('w', [4, TAGS])
    logits = tf.tensordot(words, w, 1)
    log_likelihood, transitions = tf.contrib.crf.crf_log_likelihood(logits, tags, lengths)
loss = tf.reduce_mean(-log_likelihood)
best, best_score = tf.contrib.crf.crf_decode(logits, transitions, lengths)
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(loss)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(4):
    x = rng.rand(5, 6, 4)
    y = rng.randint(0, TAGS, (5, 6))
    sizes = np.array([6, 5, 3, 1, 6])
    _, value = sess.run([train_op, loss], feed_dict={words: x, tags: y, lengths: sizes})
    scores, matrix, found, high = sess.run([logits, transitions, best, best_score], feed_dict={words: x, lengths: sizes})
    print(step, value, matrix.sum(), found.sum(), high.sum())
    for score, size, chain in zip(scores, sizes, found):
        viterbi, viterbi_score = tf.contrib.crf.viterbi_decode(score[:size], matrix)
        assert viterbi == chain[:size].tolist()
sess.close()
