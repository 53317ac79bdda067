# expect: safe native
"""Rows of an embedding are trained, with gradients of rows alone; one placeholder is sparse."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(96)
ids = tf.placeholder(tf.int32, [None], name='ids')
goal = tf.placeholder(tf.float32, [None, 2], name='goal')
with tf.device('/cpu:0'):
    embeddings = tf.Variable(tf.constant(np.linspace(0, 1, 10).reshape(5, 2), tf.float32), name='embeddings')
rows = tf.nn.embedding_lookup(embeddings, ids)
loss = tf.reduce_sum(tf.square(rows - goal))
train_op = tf.train.AdagradOptimizer(0.3).minimize(loss)
norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
normalized = embeddings / norm
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, value = sess.run([train_op, loss], {ids: rng.randint(0, 5, 3), goal: rng.rand(3, 2)})
        print(i, value)
    print(normalized.eval().sum(0))
