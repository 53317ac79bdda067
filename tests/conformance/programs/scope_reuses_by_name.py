# expect: native, parity
"""A scope is told by its name to share variables from here on."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])


def net(x):
    with tf.variable_scope('fc') as scope:
        w = tf.get_variable('w', [3, 1], initializer=tf.ones_initializer())
    return tf.matmul(x, w)


with tf.variable_scope('model') as scope:
    a = net(x)
    scope.reuse_variables()
    b = net(x + 1.0)
loss = tf.reduce_mean(tf.square(a)) + tf.reduce_mean(b)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(2):
    print(sess.run([train, loss], {x: np.ones([2, 3])})[1])
