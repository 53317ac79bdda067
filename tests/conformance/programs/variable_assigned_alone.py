# expect: native, parity
"""A variable that no run needs is given the last loss in each turn, by an operation that is made for it."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.zeros([3, 1]))
last = tf.Variable(0.0, trainable=False)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        value, _ = sess.run([loss, train_op], {x: rng.rand(4, 3)})
        sess.run(tf.assign(last, value))
        print(value)
