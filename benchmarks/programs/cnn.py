"""A convolutional network; `forms.py` makes a wide one of it."""

import numpy as np
import tensorflow as tf

import pace

BATCH = 16
CHANNELS = 8

random = np.random.RandomState(0)
images = random.rand(BATCH, 28, 28, 1).astype(np.float32)
classes = random.randint(10, size=BATCH)


def convolution(inputs, channels, name):
    with tf.variable_scope(name):
        kernel = tf.get_variable("kernel", [5, 5, inputs.get_shape()[3].value, channels],
                                 initializer=tf.truncated_normal_initializer(stddev=0.05))
        biases = tf.get_variable("biases", [channels], initializer=tf.zeros_initializer())
        features = tf.nn.relu(tf.nn.conv2d(inputs, kernel, [1, 1, 1, 1], padding="SAME") + biases)
        return tf.nn.max_pool(features, [1, 2, 2, 1], [1, 2, 2, 1], padding="SAME")


X = tf.placeholder(tf.float32, [None, 28, 28, 1])
Y = tf.placeholder(tf.int64, [None])
features = convolution(convolution(X, CHANNELS, "conv1"), 2 * CHANNELS, "conv2")
flat = tf.reshape(features, [-1, 7 * 7 * 2 * CHANNELS])
weights = tf.get_variable("weights", [7 * 7 * 2 * CHANNELS, 10],
                          initializer=tf.truncated_normal_initializer(stddev=0.05))
logits = tf.matmul(flat, weights)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=Y, logits=logits))
train_op = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while pace.goes_on():
        _, value = sess.run([train_op, loss], feed_dict={X: images, Y: classes})
        pace.note(value)
