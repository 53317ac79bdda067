# expect: native, parity
"""A variable has the name that TensorFlow gives to what only one run computes before it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
mean = tf.reduce_mean(x)


def build(net):
    return net * tf.Variable(tf.fill([3], 0.5), name='Mean')


out = build(x)
loss = tf.reduce_sum(tf.square(out))
shifted = mean + tf.reduce_sum(out)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        print(sess.run([loss, train_op], {x: np.ones((2, 3))})[0], sess.run(shifted, {x: np.ones((2, 3))}))
