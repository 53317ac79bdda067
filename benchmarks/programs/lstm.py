"""An LSTM over 28 rows of an image, by dynamic_rnn."""

import numpy as np
import tensorflow as tf

import pace

random = np.random.RandomState(0)
images = random.rand(64, 28, 28).astype(np.float32)
classes = np.eye(10, dtype=np.float32)[random.randint(10, size=64)]

X = tf.placeholder(tf.float32, [None, 28, 28])
Y = tf.placeholder(tf.float32, [None, 10])
cell = tf.nn.rnn_cell.BasicLSTMCell(64)
outputs, state = tf.nn.dynamic_rnn(cell, X, dtype=tf.float32)
weights = tf.Variable(tf.truncated_normal([64, 10], stddev=0.1), name="weights")
biases = tf.Variable(tf.zeros([10]), name="biases")
logits = tf.matmul(outputs[:, -1, :], weights) + biases
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=Y))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while pace.goes_on():
        _, value = sess.run([train_op, loss], feed_dict={X: images, Y: classes})
        pace.note(value)
