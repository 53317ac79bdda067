# expect: native, parity
"""Some of what only one run needs has the name that variables without one have."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
twice = tf.multiply(x, 2.0, 'Variable')


def build(net):
    return net * tf.Variable(tf.fill([3], 0.5))


out = build(x)
loss = tf.reduce_sum(tf.square(out))
both = tf.reduce_sum(twice) + loss
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([loss, train_op], {x: np.ones((2, 3))})[0], sess.run(both, {x: np.ones((2, 3))}))
