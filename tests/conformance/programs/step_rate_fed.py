# expect: native, parity
"""The learning rate is fed, and halved in each epoch."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(13)
lr = tf.placeholder(tf.float32, [], name='learning_rate')
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.constant_initializer(0.1))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.RMSPropOptimizer(lr, decay=0.9, momentum=0.1).minimize(loss)
rate = 0.1
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        for _ in range(2):
            bx = rng.rand(8, 3)
            l, _ = sess.run([loss, train_op], feed_dict={x: bx, y: bx.sum(1, keepdims=True), lr: rate})
            print(epoch, rate, l)
        rate /= 2
