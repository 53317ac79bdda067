"""A perceptron of two hidden layers, trained with Adam."""

import numpy as np
import tensorflow as tf

import pace

random = np.random.RandomState(0)
images = random.rand(100, 784).astype(np.float32)
classes = np.eye(10, dtype=np.float32)[random.randint(10, size=100)]


def layer(inputs, size, name):
    with tf.variable_scope(name):
        weights = tf.get_variable("weights", [inputs.get_shape()[1].value, size],
                                  initializer=tf.truncated_normal_initializer(stddev=0.1))
        biases = tf.get_variable("biases", [size], initializer=tf.zeros_initializer())
        return tf.matmul(inputs, weights) + biases


X = tf.placeholder(tf.float32, [None, 784])
Y = tf.placeholder(tf.float32, [None, 10])
hidden = tf.nn.relu(layer(X, 128, "hidden1"))
hidden = tf.nn.relu(layer(hidden, 128, "hidden2"))
logits = layer(hidden, 10, "out")
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=Y))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while pace.goes_on():
        _, value = sess.run([train_op, loss], feed_dict={X: images, Y: classes})
        pace.note(value)
