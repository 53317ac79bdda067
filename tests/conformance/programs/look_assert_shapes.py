# expect: native, parity, prints otherwise: how tensors are shown when the graph is built
"""Shapes are asserted and shown between the parts of the graph, as a course's back-propagation does it."""

import logging

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)
rng = np.random.RandomState(5)
points = tf.placeholder(tf.float32, [None, 4])
labels = tf.placeholder(tf.int32, [None, 1])
target = tf.reshape(tf.one_hot(labels, 3), [-1, 3])
weight = tf.get_variable('weight', [4, 3], initializer=tf.constant_initializer(0.1))
scores = tf.nn.sigmoid(tf.matmul(points, weight))
assert scores.shape.as_list() == target.shape.as_list(), 'one score for each class'
loss = tf.reduce_sum(tf.square(scores - target))
print('scores', scores.get_shape(), 'of', points)
logging.info('loss %s', loss.shape)
tf.logging.info('target %s', target.get_shape().as_list())
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        batch = rng.rand(6, 4)
        _, value = sess.run([train_op, loss], {points: batch, labels: batch.argmax(1)[:, None] % 3})
        print(i, value)
    print(sess.run(scores, {points: np.eye(4)}))
