# expect: native, parity
"""Each session begins with the first numbers of a seed."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [3, 1], initializer=tf.random_normal_initializer(0., 1., 3))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
for run in range(3):
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(2):
            l, _ = sess.run([loss, step], {x: rng.rand(8, 3), y: rng.rand(8, 1)})
            print(repr(l))
