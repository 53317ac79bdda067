# expect: native, parity
"""A Python value whose name goes on to a tensor that is made of it."""

import numpy as np
import tensorflow as tf

rates = [0.1, 0.2]
rates = rates[:1]
x = tf.placeholder(tf.float32, [None, 3])
rates = tf.convert_to_tensor(rates)
w = tf.Variable(tf.ones([3, 1]), name='w')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w))) * tf.reduce_sum(rates)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(4):
        print(session.run([train, loss], feed_dict={x: np.full([2, 3], step + 3, np.float32)}))
