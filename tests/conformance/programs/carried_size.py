# expect: native, parity
"""The size of a layer's input goes on from that of the data, and from layer to layer."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
data = rng.rand(8, 3).astype(np.float32)
x = tf.placeholder(tf.float32, [None, data.shape[1]])
out, size = x, data.shape[1]
inputs = len(data[0])
for outputs in (4, 2):
    out = tf.matmul(out, tf.Variable(tf.fill([inputs, outputs], 0.1)))
    inputs = outputs
w = tf.Variable(tf.ones([inputs, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(out, w) - size))
train_op = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        print(step, sess.run([loss, train_op], {x: data})[0])
    print(sess.run(out, {x: data[:1]}))
