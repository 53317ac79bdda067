# expect: compat, parity
"""The update stands in a dictionary beside the loss, and both are fetched from there."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(61)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
ops = {'train': tf.train.AdamOptimizer(0.1).minimize(loss), 'loss': loss}

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        batch = rng.rand(4, 3)
        _, value = sess.run([ops['train'], ops['loss']], {x: batch, y: batch.sum(1, keepdims=True)})
        print(step, value)
