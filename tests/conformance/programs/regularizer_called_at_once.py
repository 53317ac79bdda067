# expect: native, parity
"""A penalty is computed by what a function of contrib gives, where it gives that."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.constant([[0.5], [-0.2], [0.1]]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
loss += tf.contrib.layers.l2_regularizer(0.05)(w) + tf.contrib.layers.l1_regularizer(scale=0.01)(w)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
rng = np.random.RandomState(2)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(4):
        print(step, sess.run([loss, train_op], {x: rng.rand(5, 3)})[0])
