# expect: native, parity
"""The outermost variable scope is given an initialiser, for what is made after it."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
a = tf.get_variable('a', [], initializer=tf.ones_initializer())
tf.get_variable_scope().set_initializer(tf.constant_initializer(0.25))
w = tf.get_variable('w', [3])
loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) * a - 2.0))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for seed in range(3):
        batch = np.random.RandomState(seed).rand(4, 3)
        print(sess.run([train_op, loss], {x: batch})[1])
