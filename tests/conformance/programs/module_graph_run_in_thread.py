# expect: lower
"""The function that runs the module's graph is called here, and run by a thread at any time, too."""

import threading

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(8)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
w = tf.Variable(tf.constant([[1.0], [2.0], [3.0]]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)[:, 0] - y))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)


def train():
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(3):
            batch = rng.rand(4, 3)
            print(i, sess.run([train_op, loss], feed_dict={x: batch, y: batch.sum(1)})[1])


train()
thread = threading.Thread(target=train)
thread.start()
thread.join()
