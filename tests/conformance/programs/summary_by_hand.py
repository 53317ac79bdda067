# expect: native, parity
"""Values are written as summaries by TensorFlow's own messages; a helper of contrib's comes by its inner module."""

import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.contrib.learn.python.learn.datasets.mnist import dense_to_one_hot
from tensorflow.core.framework import summary_pb2


def scalar(tag, value):
    return summary_pb2.Summary(value=[summary_pb2.Summary.Value(tag=tag, simple_value=value)])


labels = dense_to_one_hot(np.array([0, 2, 1, 2]), 3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 2.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(tempfile.mkdtemp(), sess.graph)
    for i in range(3):
        _, value = sess.run([train_op, loss], {x: labels})
        writer.add_summary(scalar('loss', value), i)
        print(i, value)
    writer.close()
