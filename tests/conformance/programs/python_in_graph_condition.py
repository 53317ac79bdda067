# expect: native
"""A condition builds a part of the graph, and gives a number that the training loop needs."""

import numpy as np
import tensorflow as tf

DEEP = True
turns = 2
x = tf.placeholder(tf.float32, [None, 2])
hidden = x
if DEEP:
    hidden = tf.layers.dense(hidden, 3, kernel_initializer=tf.constant_initializer(0.1), name='deep')
    turns = 4
loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1, kernel_initializer=tf.ones_initializer(), name='out')))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(turns):
        print(sess.run([train_op, loss], {x: np.ones([2, 2])})[1])
