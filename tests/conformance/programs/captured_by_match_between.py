# expect: native
"""A `match` gives a setting another value behind what reads it: the graph keeps the first."""

import numpy as np
import tensorflow as tf

scale = 1.0
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * scale
match [5.0]:
    case [scale]:
        print(scale)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train, loss], {x: np.eye(2)})[1], scale)
