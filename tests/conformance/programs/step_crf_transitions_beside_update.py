# expect: native, parity
"""The transitions of a conditional random field, fetched beside their update as contrib's own example does."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
x = rng.rand(4, 5, 3).astype(np.float32)
y = rng.randint(0, 3, (4, 5))
sizes = np.array([5, 4, 1, 2])
with tf.Graph().as_default():
    with tf.Session() as session:
        weights = tf.get_variable('weights', [3, 3], initializer=tf.constant_initializer(0.2))
        scores = tf.reshape(tf.matmul(tf.reshape(tf.constant(x), [-1, 3]), weights), [4, 5, 3])
        likelihood, transitions = tf.contrib.crf.crf_log_likelihood(scores, tf.constant(y), tf.constant(sizes))
        train_op = tf.train.GradientDescentOptimizer(0.3).minimize(tf.reduce_mean(-likelihood))
        session.run(tf.global_variables_initializer())
        for step in range(4):
            unary, matrix, _ = session.run([scores, transitions, train_op])
            print(step, unary.sum(), matrix)
            for one, size, chain in zip(unary, sizes, y):
                print(tf.contrib.crf.viterbi_decode(one[:size], matrix)[0])
