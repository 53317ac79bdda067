# expect: compat, parity
"""An update stands in a name scope before what the same run computes: the scope names what the optimizer keeps."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.ones([4, 1]), name='w')
with tf.name_scope('model'):
    errors = tf.matmul(x, w) - y
    with tf.name_scope('train'):
        loss = tf.reduce_mean(tf.square(errors))
        train = tf.train.AdamOptimizer(0.1).minimize(loss)
    worst = tf.reduce_max(tf.abs(errors))

random = np.random.RandomState(0)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(5):
        xs = random.rand(8, 4).astype(np.float32)
        print(session.run([train, loss, worst], feed_dict={x: xs, y: xs.sum(1, keepdims=True)}))
