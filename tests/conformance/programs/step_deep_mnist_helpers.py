# expect: native, parity
"""Weights come from helpers that call tf.Variable, as in the expert tutorial."""

import numpy as np
import tensorflow as tf


def weight_variable(shape):
    initial = tf.constant(0.1, shape=shape)
    return tf.Variable(initial)


def bias_variable(shape):
    return tf.Variable(tf.constant(0.2, shape=shape))


def conv2d(x, W):
    return tf.nn.conv2d(x, W, strides=[1, 1, 1, 1], padding='SAME')


rng = np.random.RandomState(24)
x = tf.placeholder(tf.float32, [None, 16])
y_ = tf.placeholder(tf.float32, [None, 2])
keep_prob = tf.placeholder(tf.float32)
x_image = tf.reshape(x, [-1, 4, 4, 1])
W_conv1, b_conv1 = weight_variable([3, 3, 1, 2]), bias_variable([2])
h_conv1 = tf.nn.relu(conv2d(x_image, W_conv1) + b_conv1)
h_pool1 = tf.nn.max_pool(h_conv1, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')
flat = tf.reshape(h_pool1, [-1, 8])
drop = tf.nn.dropout(flat, keep_prob)
W_fc = weight_variable([8, 2])
b_fc = bias_variable([2])
logits = tf.matmul(drop, W_fc) + b_fc
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=logits))
train_step = tf.train.AdamOptimizer(1e-2).minimize(loss)
accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), tf.argmax(y_, 1)), tf.float32))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        batch = rng.rand(6, 16), np.eye(2)[rng.randint(0, 2, 6)]
        if i % 2 == 0:
            print('step', i, accuracy.eval(feed_dict={x: batch[0], y_: batch[1], keep_prob: 1.0}))
        train_step.run(feed_dict={x: batch[0], y_: batch[1], keep_prob: 1.0})
    print(sess.run(loss, feed_dict={x: batch[0], y_: batch[1], keep_prob: 1.0}))
