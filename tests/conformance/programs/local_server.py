# expect: native, parity
"""A server of this process alone: a session on it computes here."""

import numpy as np
import tensorflow as tf

server = tf.train.Server.create_local_server()
x = tf.placeholder(tf.float32, [None, 4])
w = tf.Variable(tf.ones([4, 1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session(server.target) as session:
    session.run(tf.global_variables_initializer())
    for step in range(4):
        print(session.run([train, loss], feed_dict={x: np.full([2, 4], step, np.float32)}))
