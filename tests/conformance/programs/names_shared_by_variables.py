# expect: native, parity
"""Two variables whose names differ by their case alone: a graph gives the second one a number."""

import numpy as np
import tensorflow as tf


def weight(shape, name):
    start = tf.truncated_normal(shape, stddev=0.1, seed=5)
    return tf.Variable(start, name=name)


def bias(shape, name):
    start = tf.constant(0.1, shape=shape)
    return tf.Variable(start, name=name)


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 3])
weights = {'hidden': weight([3, 3], name='w1'), 'out': weight([3], name='out')}
biases = {'hidden': bias([3], name='b1'), 'out': bias([3], name='Out')}
h = tf.nn.relu(tf.matmul(x, weights['hidden']) + biases['hidden'])
predicted = h * weights['out'] + biases['out']
loss = tf.reduce_mean(tf.square(predicted - y))
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
error = tf.reduce_mean(tf.abs(predicted - y))
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        _, value = sess.run([train_op, loss], {x: rng.rand(4, 3), y: rng.rand(4, 3)})
        print(step, value, sess.run(error, {x: np.ones((2, 3)), y: np.ones((2, 3))}))
