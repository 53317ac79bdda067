# expect: native, parity
"""Python values go through TensorFlow by runs of their own, one of them back into the training."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(7)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable(tf.constant(0.1, shape=[3, 2]) * [1.0, 2.0])
guess = tf.nn.softmax(tf.matmul(x, w))
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_mean(tf.square(guess - y)))


def spread(values, by=2):
    return tf.reduce_max(values, axis=1) - by * tf.reduce_min(values, axis=1)


with tf.Session() as sess:
    print(sess.run(tf.constant('start')), sess.run((tf.div(7, 2), tf.range(3))))
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        rows = rng.rand(5, 3)
        given = sess.run(guess, {x: rows})
        wanted = sess.run(tf.one_hot(tf.argmax(given, 1), 2))
        sess.run(train_op, {x: rows, y: wanted + tf.to_float(tf.range(2)).eval() * i})
        print(sess.run(spread(given)), sess.run(tf.argmax(wanted[i : i + 1], axis=1)))
