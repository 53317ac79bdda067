# expect: native, parity
"""The variables that are listed are those of the optimizer too."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)
x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 2], initializer=tf.ones_initializer())
b = tf.get_variable('b', [2], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
for variable in tf.global_variables():
    print(variable.name, variable.get_shape().as_list())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(i, sess.run([train_op, loss], {x: rng.rand(4, 3)})[1])
