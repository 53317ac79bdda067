# expect: native, parity
"""Prints of Python stand between those of the graph, and are printed between them."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
print('begin')
h = tf.matmul(x, w)
print('shape', h.get_shape().as_list())
print('building the loss')
loss = tf.reduce_mean(tf.square(h))
print('loss', loss.get_shape())
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
print('start')
sess = tf.Session()
print('session')
sess.run(tf.global_variables_initializer())
for i in range(3):
    _, value = sess.run([train_op, loss], {x: rng.rand(4, 3).astype(np.float32)})
    print(value)
