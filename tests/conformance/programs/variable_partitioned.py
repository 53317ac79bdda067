# expect: native, parity
"""Embeddings in parts, Adam's moments of each part, and a checkpoint in which they are whole again."""

import os
import tempfile

import numpy as np
import tensorflow as tf

words = tf.placeholder(tf.int32, [None])
target = tf.placeholder(tf.float32, [None, 2])
with tf.variable_scope("model", partitioner=tf.fixed_size_partitioner(2)):
    table = tf.get_variable("table", [6, 3], initializer=tf.truncated_normal_initializer(seed=1))
    weights = tf.get_variable("weights", [3, 2], initializer=tf.constant_initializer(0.5))
loss = tf.reduce_mean(tf.square(tf.matmul(tf.nn.embedding_lookup(table, words), weights) - target))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    numbers = np.random.RandomState(0)
    for _ in range(4):
        feed = {words: numbers.randint(6, size=5), target: numbers.rand(5, 2)}
        print(sess.run([loss, train], feed)[0])
    with tempfile.TemporaryDirectory() as folder:
        saver.save(sess, os.path.join(folder, "model"))
        shapes = dict(tf.train.list_variables(folder))
        assert shapes["model/table"] == [6, 3] and shapes["model/table/Adam_1"] == [6, 3], shapes
        print(sess.run([loss, train], feed)[0])
        saver.restore(sess, tf.train.latest_checkpoint(folder))
    print(sess.run(loss, feed))
